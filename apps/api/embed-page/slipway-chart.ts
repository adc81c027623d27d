/** Attributes, and the parameter of the embedded page that each one is. */
const PARAMETERS: Readonly<Record<string, string>> = {
  resolution: 'resolution',
  'chart-type': 'chart_type',
  'bg-color': 'bg_color',
  info: 'info',
  swaps: 'swaps',
  grayscale: 'grayscale',
};

/** How long a loaded frame may be silent: a chart tells its size at once. */
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
  private isHeard = false;

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
    this.frame.addEventListener('load', this.await);
    this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.hear);
    this.frame.removeEventListener('load', this.await);
    window.clearTimeout(this.silence);
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
    if (this.frame.src === url.href) return;
    this.isHeard = false;
    this.frame.src = url.href;
  }

  /** A frame that cannot be reached is loaded too, with a page of the browser's own, which says nothing. */
  private readonly await = (): void => {
    if (this.isHeard) return;
    window.clearTimeout(this.silence);
    this.silence = window.setTimeout(() => {
      const message = 'The chart cannot be reached.';
      this.tell('error', { source: 'slipway', type: 'error', code: 'unreachable', message });
    }, SILENCE_MS);
  };

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
    this.isHeard = true;
    window.clearTimeout(this.silence);
    this.tell(type, data);
  };
}

if (customElements.get('slipway-chart') === undefined) customElements.define('slipway-chart', SlipwayChart);
