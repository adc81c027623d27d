/** What a creator writes at a launch. An empty text is one that was left out. */
export interface AppTexts {
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly website: string;
}

type Entry = readonly [name: string, symbol: string, domain: string, description: string];

/** The most popular first. Made up for the scenario: a likeness to anything real is chance, and no site is ever asked. */
const ENTRIES: readonly Entry[] = [
  [
    'Tidepool',
    'TIDE',
    'tidepool.app',
    'Hourly sea temperature and visibility for divers, reported by divers.',
  ],
  ['Lanternfish', 'LANT', 'lanternfish.xyz', 'Offline-first notes that find each other when you surface.'],
  ['Copper Kettle', 'KETL', 'copperkettle.app', 'Recipes that scale to what is left in the fridge.'],
  ['Nightbus', 'NBUS', 'nightbus.io', 'Live maps of night buses in forty cities.'],
  ['Paperweight', 'PWT', 'paperweight.dev', 'Versioned contracts for freelancers, signed in two taps.'],
  ['Orchard', 'ORCH', 'orchardledger.com', 'Shared bookkeeping for small growers and their markets.'],
  ['Kestrel Radio', 'KSTL', 'kestrelradio.fm', 'Community radio with listeners as shareholders.'],
  ['Fieldnotes AI', 'FNAI', 'fieldnotes.ai', 'Transcribes interviews in the field, without a network.'],
  ['Pocket Atlas', 'ATLS', 'pocketatlas.app', 'Hand-drawn city maps, updated by the people who live there.'],
  ['Quillboard', 'QUIL', 'quillboard.io', 'A whiteboard that turns into minutes.'],
  ['Saltmarsh', 'SALT', 'saltmarsh.org', 'Counts wetland birds from a microphone on a pole.'],
  ['Driftwood', 'DRFT', 'driftwood.club', 'Second-hand surfboards, checked and shipped.'],
  ['Hollow Oak', 'HOAK', 'hollowoak.net', 'A reading club that pays its best reviewers.'],
  ['Brightwell', 'BWEL', 'brightwell.health', 'Reminders for carers, shared between shifts.'],
  ['Larkspur', 'LARK', 'larkspur.app', 'Plan a garden by what already grows next door.'],
  ['Cinder', 'CNDR', 'cinder.tools', 'Error reports that fix the easy half by themselves.'],
  ['Mosswood', 'MOSS', 'mosswood.games', 'A slow multiplayer game about a forest.'],
  ['Ferrous', 'FERR', 'ferrous.cloud', 'Build caches that whole teams can trust.'],
  ['Signal Peak', 'SPEK', 'signalpeak.org', 'Avalanche reports from everyone on the mountain.'],
  ['Bluebottle', 'BLUE', 'bluebottle.app', 'Tells swimmers which beach has jellyfish today.'],
  ['Thimble', 'THMB', 'thimble.shop', 'Repairs for clothes, by tailors near you.'],
  ['Northlight', 'NLIT', 'northlight.photo', 'Photographers lend each other their best lenses.'],
  ['Harbourmaster', 'HMST', 'harbourmaster.io', 'Berths for small boats, booked like a table.'],
  ['Oatmeal', 'OATS', 'oatmeal.cafe', 'Breakfast subscriptions from the bakery around the corner.'],
  ['Windrow', 'WIND', 'windrow.farm', 'Harvest weather for one field, not for one county.'],
  ['Clockwork Fox', 'CFOX', 'clockworkfox.games', 'Puzzle boxes that are different for every player.'],
  ['Rookery', 'ROOK', 'rookery.chat', 'Group chat that forgets by default.'],
  ['Cobblestone', 'COBL', 'cobblestone.city', 'Report a broken street, see who fixes it.'],
  ['Sundial', 'SUND', 'sundial.energy', 'Runs the washing machine when the sun shines.'],
  ['Wren', 'WREN', 'wrenaudio.com', 'Ten-minute audio stories for the walk to school.'],
  ['Basalt', 'BSLT', 'basalt.dev', 'A small database for small machines.'],
  ['Millrace', 'MILL', 'millrace.io', 'Micro-hydro owners sell power to their neighbours.'],
  ['Foxglove', 'FOXG', 'foxglove.garden', 'Identifies what is eating your tomatoes.'],
  ['Loom', 'LOOM', 'loomworks.studio', 'Knitting patterns as code, with tests.'],
  ['Petrichor', 'PETR', 'petrichor.app', 'Rain alarms that are right nine times in ten.'],
  ['Ironwood Gym', 'IRON', 'ironwood.fitness', 'Training plans that know when you slept badly.'],
  ['Plumline', 'PLUM', 'plumline.build', 'Site diaries for builders, in voice messages.'],
  ['Seaglass', 'SEAG', 'seaglass.store', 'Auctions of found things, every Sunday.'],
  ['Undertow', 'UNDR', 'undertow.music', 'Bands release stems, fans release mixes.'],
  ['Gullwing', 'GULL', 'gullwing.travel', 'Shared rides to places without a station.'],
  ['Hearthside', 'HRTH', 'hearthside.care', 'Neighbours who look after neighbours.'],
  ['Tumbleweed', 'TUMB', 'tumbleweed.network', 'A mesh network for festivals.'],
  ['Slate', 'SLAT', 'slatetutor.com', 'Maths tutoring by students two years ahead.'],
  ['Marginalia', 'MARG', 'marginalia.ink', 'Notes in the margins of the whole web.'],
  ['Beacon Hill', 'BHIL', 'beaconhill.events', 'Small concerts in large living rooms.'],
  ['Starling', 'STLG', 'starlingflock.com', 'Drones that count sheep.'],
  ['Tarn', 'TARN', 'tarnmaps.com', 'Which mountain lake is warm enough.'],
  ['Woodsmoke', 'WSMK', 'woodsmoke.kitchen', 'Barbecue times by cut, wind and wood.'],
  ['Ember Quest', 'EMBR', 'emberquest.games', 'A treasure hunt in your own town.'],
  ['Quarry', 'QRRY', 'quarry.jobs', 'Day work for masons and their apprentices.'],
  ['Snowline', 'SNOW', 'snowline.ski', ''],
  ['Juniper', 'JUNI', 'juniper.bar', 'The drinks you can mix with what you have.'],
  ['Ripple Tax', 'RTAX', 'rippletax.com', 'Receipts in, tax return out.'],
  ['Foghorn', 'FOGH', '', 'Tells sailors when to stay ashore.'],
  ['Cartwheel', 'CART', 'cartwheel.kids', ''],
  ['Polder', 'PLDR', 'polder.org', 'Keeps an eye on the dikes.'],
  ['Amberjack', 'AMBR', 'amberjack.fish', 'Fish bought from the boat that caught it.'],
  ['Treehouse', 'TREE', '', 'Plans and parts for tree houses.'],
  ['Nimbus Mail', 'NMBS', 'nimbusmail.net', 'Mail that arrives twice a day.'],
  ['Coldharbour', 'COLD', 'coldharbour.io', 'Cold-chain logs that cannot be tidied up afterwards.'],
];

/** The apps of the scenario, the most popular first. */
export const APP_CATALOGUE: readonly AppTexts[] = ENTRIES.map(([name, symbol, domain, description]) => ({
  name,
  symbol,
  description,
  imageUrl: domain === '' ? '' : `https://${domain}/icon-512.png`,
  website: domain === '' ? '' : `https://${domain}`,
}));
