import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Settings } from '@slipway/settings';

/** What of an SDK is stopped at the end. */
interface Provider {
  shutdown(): Promise<void>;
}

/**
 * OpenTelemetry, when an endpoint is set: spans of the requests that are sampled, and of their statements, by OTLP over HTTP. Nothing of
 * the SDK is loaded otherwise. Spans wait in a bounded queue; what does not fit is dropped.
 */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private provider: Provider | null = null;

  constructor(private readonly settings: Settings) {}

  async onModuleInit(): Promise<void> {
    const { otelEndpoint } = this.settings;
    if (otelEndpoint !== null) this.provider = await this.start(otelEndpoint);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.provider?.shutdown();
  }

  private async start(endpoint: string): Promise<Provider> {
    const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    const { otelServiceName, otelTracesSampler, otelTracesSamplerArg } = this.settings;
    const ratio = new sdk.TraceIdRatioBasedSampler(otelTracesSamplerArg);
    const samplers = {
      always_on: () => new sdk.AlwaysOnSampler(),
      always_off: () => new sdk.AlwaysOffSampler(),
      traceidratio: () => ratio,
      parentbased_always_on: () => new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
      parentbased_always_off: () => new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() }),
      parentbased_traceidratio: () => new sdk.ParentBasedSampler({ root: ratio }),
    };
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    const provider = new sdk.NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': otelServiceName }),
      sampler: samplers[otelTracesSampler](),
      spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
    });
    provider.register();
    return provider;
  }
}
