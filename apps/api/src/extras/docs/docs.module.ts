import { Module } from '@nestjs/common';
import { Extra, type Described } from '../../platform/extra.js';
import { serveDocs } from './serve-docs.js';
import { describeLlms } from './agents/describe-llms.js';
import { describeLlmsFull } from './agents/describe-llms-full.js';
import { describeSkill } from './agents/describe-skill.js';
import { listInterface } from './agents/listed-interface.js';

/** Markdown that agents read, beside the interface: each made from the description of the interface. */
const PAGES_FOR_AGENTS: Readonly<Record<string, (described: Described) => string>> = {
  'agents/llms.txt': ({ openapi }) => describeLlms(listInterface(openapi())),
  'agents/llms-full.txt': ({ openapi }) => describeLlmsFull(listInterface(openapi())),
  'agents/skill.md': ({ openapi }) => describeSkill(listInterface(openapi())),
};

/** What the API tells of itself. */
@Extra({ documents: PAGES_FOR_AGENTS, serve: serveDocs })
@Module({})
export class DocsModule {}
