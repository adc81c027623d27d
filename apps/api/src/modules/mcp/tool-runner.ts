import { Injectable } from '@nestjs/common';
import { Flags } from '@slipway/flags';
import { ErrorResponder, InvalidRequestError, StrictValidationPipe, type ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { expectFeature } from '../../features/feature.guard.js';
import { toResult, unknownFields, type ToolResult } from './tool-result.js';
import type { ToolInput } from './dto/tool-input.dto.js';
import { howToMend } from './how-to-mend.js';
import type { McpCaller } from './mcp-caller.js';
import { McpTools } from './mcp-tools.js';
import { ToolSchemas } from './schemas/tool-schemas.js';
import type { Tool } from './tool.js';

/** Runs tools. Whatever goes wrong in one is its result, which the model can read. */
@Injectable()
export class ToolRunner {
  private readonly validation = new StrictValidationPipe();

  constructor(
    private readonly tools: McpTools,
    private readonly schemas: ToolSchemas,
    private readonly flags: Flags,
    private readonly settings: Settings,
    private readonly errors: ErrorResponder,
  ) {}

  /** @throws ProtocolError for a tool that there is not */
  async run(
    name: string,
    args: Readonly<Record<string, unknown>>,
    caller: McpCaller,
  ): Promise<CallToolResult> {
    const tool = this.tools.find(name);
    if (tool === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool; see tools/list.');
    try {
      if (caller.refusal !== null) throw caller.refusal;
      const { structuredContent, text } = await this.call(tool, args, caller);
      return { content: [{ type: 'text', text }], structuredContent };
    } catch (error) {
      return fail(this.errors.toApiError(caller.request, error));
    }
  }

  private async call(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    { wallet }: McpCaller,
  ): Promise<ToolResult> {
    const input = (await this.validation.transform(args, {
      type: 'body',
      metatype: tool.input,
    })) as ToolInput;
    const { outputSchema: schema } = await this.schemas.of(tool.name);
    const fields = input.fields ?? null;
    const unknown = unknownFields(schema, fields ?? []);
    if (unknown.length > 0)
      throw new InvalidRequestError([{ path: 'fields', message: 'has paths that the outputSchema has not' }]);
    expectFeature(this.flags, tool.flag(input));
    return toResult(await tool.run(input, wallet), {
      schema,
      fields,
      isLongAsked: fields !== null || args['limit'] !== undefined,
      showsUntrusted: this.settings.mcpUntrustedText,
    });
  }
}

function fail({ code, message, details }: ApiError): CallToolResult {
  const error = { code, message, details, fix: howToMend(code) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] };
}
