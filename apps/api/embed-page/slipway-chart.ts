/** Attributes, and the parameter of the embedded page that each one is. */
const PARAMETERS: Readonly<Record<string, string>> = {
  resolution: 'resolution',
  'chart-type': 'chart_type',
  'bg-color': 'bg_color',
  info: 'info',
  swaps: 'swaps',
  grayscale: 'grayscale',
};

/** How long a frame on the screen may be silent: a chart tells its size as soon as its script runs. */
const SILENCE_MS = 10_000;

const MESSAGES = ['ready', 'resize', 'error'];

/**
 * `<slipway-chart token="0x..">`: an app's chart, in a frame that is loaded when it comes near the screen. Attributes: `token`,
 * `theme` (`dark`, `light`), and those above. It tells what the chart tells it: `chart-ready`, `chart-resize`, `chart-error`.
 */
class SlipwayChart extends HTMLElement {
  static readonly observedAttributes = ['token', 'theme', ...Object.keys(PARAMETERS)];
  private readonly frame = document.createElement('iframe');
  private silence: number | undefined;
  /** The frame is loaded by now: what cannot be reached says nothing, or is a page of the browser's own. */
  private readonly onScreen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.listen();
  });

  constructor() {
    super();
    const { frame } = this;
    frame.loading = 'lazy';
    frame.referrerPolicy = 'no-referrer';
    frame.title = 'Chart';
    frame.setAttribute('sandbox', 'allow-scripts');
    // By the object model, which a page's policy of styles does not forbid.
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' });
    this.attachShadow({ mode: 'open' }).append(frame);
  }

  connectedCallback(): void {
    if (this.style.display === '') this.style.display = 'block';
    if (this.style.height === '') this.style.height = '400px';
    window.addEventListener('message', this.hear);
    this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.hear);
    this.stopWaiting();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.load();
  }

  private load(): void {
    const url = new URL(encodeURIComponent(this.getAttribute('token') ?? ''), import.meta.url);
    url.searchParams.set('embed', '1');
    if (this.getAttribute('theme') === 'light') url.searchParams.set('light_chart', '1');
    for (const [attribute, parameter] of Object.entries(PARAMETERS)) {
      const value = this.getAttribute(attribute);
      if (value !== null) url.searchParams.set(parameter, value);
    }
    if (this.frame.src !== url.href) this.frame.src = url.href;
    this.stopWaiting();
    this.onScreen.observe(this);
  }

  private listen(): void {
    this.stopWaiting();
    this.silence = window.setTimeout(() => {
      const message = 'The chart cannot be reached.';
      this.tell('error', { source: 'slipway', type: 'error', code: 'unreachable', message });
    }, SILENCE_MS);
  }

  private stopWaiting(): void {
    this.onScreen.disconnect();
    window.clearTimeout(this.silence);
  }

  private tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`chart-${type}`, { detail }));
  }

  /** The frame has no origin of its own: it is known by its window. */
  private readonly hear = ({
    source,
    data,
  }: MessageEvent<{ readonly source?: unknown; readonly type?: unknown } | null>): void => {
    if (source !== this.frame.contentWindow || data?.source !== 'slipway') return;
    const type = String(data.type);
    if (!MESSAGES.includes(type)) return;
    this.stopWaiting();
    this.tell(type, data);
  };
}

if (customElements.get('slipway-chart') === undefined) customElements.define('slipway-chart', SlipwayChart);
