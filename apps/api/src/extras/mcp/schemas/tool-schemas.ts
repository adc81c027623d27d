import { Injectable, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, getSchemaPath, SwaggerModule } from '@nestjs/swagger';
import type { JsonObject } from '../../../openapi/json/json.js';
import { PayloadBlockDto } from '../../trading/dto/payload.dto.js';
import { limitOf } from '../dto/tool-input.dto.js';
import type { Tool } from '../tools/tool.js';
import { McpTools } from '../tools/mcp-tools.js';
import { compileShape, type ResultShape } from './result-shape.js';
import { toInputSchema, toOutputSchema, type NamedSchemas } from './compact-schema.js';

/** An application without routes: only the classes' schemas are asked for. */
@Module({})
class NoRoutes {}

/** A tool as `tools/list` tells of it. */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' } & JsonObject;
  readonly outputSchema: { readonly type: 'object' } & JsonObject;
  readonly annotations: typeof ANNOTATIONS;
}

/** A tool's description, and what its results are made by. */
interface KnownTool {
  readonly described: DescribedTool;
  readonly shape: ResultShape;
  /** How many items it returns unless asked for more; 0 for a tool without a limit. */
  readonly defaultLimit: number;
}

/** No tool sends or stores anything; what they read is written by strangers too. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;

/** The tools' schemas, made of the classes that the OpenAPI description is made of. */
@Injectable()
export class ToolSchemas {
  private known: Promise<ReadonlyMap<string, KnownTool>> | undefined;
  private listed: Promise<readonly DescribedTool[]> | undefined;

  constructor(private readonly tools: McpTools) {}

  /** All tools; made when they are first asked for, which is before a process listens. */
  list(): Promise<readonly DescribedTool[]> {
    this.listed ??= this.knowOnce().then((tools) => [...tools.values()].map(({ described }) => described));
    return this.listed;
  }

  /** @throws Error for a name that {@link McpTools} does not know */
  async of(name: string): Promise<KnownTool> {
    const found = (await this.knowOnce()).get(name);
    if (found === undefined) throw new Error(`there is no tool ${name}`);
    return found;
  }

  private knowOnce(): Promise<ReadonlyMap<string, KnownTool>> {
    this.known ??= describeTools(this.tools.all);
    return this.known;
  }
}

async function describeTools(tools: readonly Tool[]): Promise<ReadonlyMap<string, KnownTool>> {
  const classes = tools.flatMap(({ input, output }) => [input, output]);
  const schemas = await describeClasses([...classes, PayloadBlockDto]);
  return new Map(
    tools.map((tool): [string, KnownTool] => {
      const described = describeTool(schemas, tool);
      const shape = compileShape(described.outputSchema, new Set(tool.uncounted));
      return [tool.name, { described, shape, defaultLimit: limitOf(new tool.input()) }];
    }),
  );
}

/** The schemas of classes, and of those that they are made of, as the OpenAPI description has them. */
export async function describeClasses(classes: readonly Type<unknown>[]): Promise<NamedSchemas> {
  const app = await NestFactory.create(NoRoutes, { preview: true, logger: false });
  const { components } = SwaggerModule.createDocument(
    app,
    new DocumentBuilder().setOpenAPIVersion('3.1.0').build(),
    { extraModels: [...new Set(classes)] },
  );
  return JSON.parse(JSON.stringify(components?.schemas ?? {})) as NamedSchemas;
}

function describeTool(schemas: NamedSchemas, tool: Tool): DescribedTool {
  const { name, title, description, input, output, omitted } = tool;
  const result = toOutputSchema(schemas, schemaNameOf(output), new Set(omitted));
  const asOf = toOutputSchema(schemas, schemaNameOf(PayloadBlockDto), new Set());
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...toInputSchema(schemas, schemaNameOf(input)) },
    outputSchema: {
      type: 'object',
      properties: { asOf, ...(result['properties'] as JsonObject) },
      required: ['asOf'],
    },
    annotations: ANNOTATIONS,
  };
}

const SCHEMAS = '#/components/schemas/';

export function schemaNameOf(type: Type<unknown>): string {
  return getSchemaPath(type).slice(SCHEMAS.length);
}
