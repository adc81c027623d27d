import { Injectable } from '@nestjs/common';
import { Flags } from '@slipway/flags';
import {
  ApiError,
  ErrorResponder,
  FreshReads,
  InvalidRequestError,
  readMinBlock,
  StrictValidationPipe,
} from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { expectFeature } from '../../platform/features/feature.guard.js';
import { unknownFields } from './schemas/result-shape.js';
import { toResult, type ToolResult } from './tool-result.js';
import { limitOf, type ToolInput } from './dto/tool-input.dto.js';
import { howToMend } from './how-to-mend.js';
import type { McpCaller } from './mcp-caller.js';
import { McpTools } from './tools/mcp-tools.js';
import { ToolSchemas } from './schemas/tool-schemas.js';
import type { Tool } from './tools/tool.js';

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
    private readonly fresh: FreshReads,
  ) {}

  /**
   * @param name of the tool, and `args`: as they were sent, whatever they are
   * @throws ProtocolError for a tool that there is not
   */
  async run(name: unknown, args: unknown, caller: McpCaller): Promise<CallToolResult> {
    const tool = typeof name === 'string' ? this.tools.find(name) : null;
    if (tool === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool; see tools/list.');
    try {
      const { structuredContent, text } = await this.call(tool, toArguments(args), caller);
      return { content: [{ type: 'text', text }], structuredContent };
    } catch (error) {
      return toErrorResult(this.errors.toApiError(caller.request, error), this.settings.publicBaseUrl);
    }
  }

  private async call(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    { request, wallet }: McpCaller,
  ): Promise<ToolResult> {
    if (tool.access === 'owner' && wallet === null)
      throw new ApiError('unauthorized', { message: 'This tool needs an access token.' });
    const input = (await this.validation.transform(args, {
      type: 'body',
      metatype: tool.input,
    })) as ToolInput;
    const { shape, defaultLimit } = await this.schemas.of(tool.name);
    const fields = input.fields ?? null;
    const unknown = unknownFields(shape, fields ?? []);
    if (unknown.length > 0)
      throw new InvalidRequestError(
        unknown.map((place) => ({ path: `fields[${place}]`, message: 'is no path of the outputSchema' })),
      );
    expectFeature(this.flags, tool.flag(input));
    const read = (): Promise<AsOf<unknown>> => tool.run(input, wallet);
    return toResult(await this.fresh.run(readMinBlock(request), read), {
      shape,
      fields,
      isLongAsked: fields !== null || limitOf(input) > defaultLimit,
      showsUntrusted: this.settings.mcpUntrustedText,
    });
  }
}

/** @throws InvalidRequestError for anything but an object: the model can mend it */
function toArguments(sent: unknown = {}): Readonly<Record<string, unknown>> {
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent))
    return sent as Record<string, unknown>;
  throw new InvalidRequestError([{ path: 'arguments', message: 'must be a JSON object' }]);
}

/** How many entries of each list in its details an error has: as many issues, or programs, as 4 KB hold. */
const MOST_ENTRIES = 10;

/** What a model reads of an error, with the block at which it is so where that is known. */
export function toErrorResult(
  { code, message, details, headers }: ApiError,
  publicBaseUrl: string,
): CallToolResult {
  const kept = Object.entries(details).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? value.slice(0, MOST_ENTRIES) : value,
  ]);
  const error = {
    code,
    message,
    details: Object.fromEntries(kept),
    fix: howToMend(code, details, publicBaseUrl),
  };
  const { 'X-As-Of-Block': block, 'X-As-Of-Time': time } = headers;
  const asOf = block === undefined ? undefined : { block: Number(block), time };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ asOf, error }) }] };
}
