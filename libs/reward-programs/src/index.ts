export type { NewProgram } from './check-program.js';
export { PROGRAM_RULES, ProgramError, type ProgramRule } from './rules/program.js';
export { Programs } from './programs.js';
export type { ProgramState } from './programs.repository.js';
export { LEAF_PROOF } from './publishing/trees.sql.js';
export type { Publication } from './publishing/publish-program.js';
export type { AccountClaim } from './publishing/trees.repository.js';
export type { ListEntry } from './rules/list-rule.js';
export { readList } from './rules/read-list.js';
