export { serveMetrics, type Metrics } from './serve-metrics.js';
