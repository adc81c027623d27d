import type { Described } from '../../../platform/extra.js';
import { describeLlms } from './describe-llms.js';
import { describeLlmsFull } from './describe-llms-full.js';
import { describeSkill } from './describe-skill.js';
import { listInterface } from './listed-interface.js';

/** Markdown that agents read, beside the interface: each made from the description of the interface. */
export const PAGES_FOR_AGENTS: Readonly<Record<string, (described: Described) => string>> = {
  'agents/llms.txt': ({ openapi }) => describeLlms(listInterface(openapi())),
  'agents/llms-full.txt': ({ openapi }) => describeLlmsFull(listInterface(openapi())),
  'agents/skill.md': ({ openapi }) => describeSkill(listInterface(openapi())),
};
