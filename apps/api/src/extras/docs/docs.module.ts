import { Module } from '@nestjs/common';
import { Extra } from '../../platform/extra.js';
import { PAGES_FOR_AGENTS } from './agents/pages-for-agents.js';
import { serveDocs } from './serve-docs.js';

/** What the API tells of itself. */
@Extra({ documents: PAGES_FOR_AGENTS, serve: serveDocs })
@Module({})
export class DocsModule {}
