import { describeLlms } from './describe-llms.js';
import { describeLlmsFull } from './describe-llms-full.js';
import { describeSkill } from './describe-skill.js';
import type { ListedInterface } from './listed-interface.js';

/** Markdown that agents read, beside the interface: each made from the description of the interface. */
export const PAGES_FOR_AGENTS: Readonly<Record<string, (listed: ListedInterface) => string>> = {
  'llms.txt': describeLlms,
  'llms-full.txt': describeLlmsFull,
  'skill.md': describeSkill,
};
