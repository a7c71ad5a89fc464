// Starts the server process. What Node compiles is kept for the next start, which must be set up before anything else is loaded.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The parser's threads find it in the environment.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'node')
enableCompileCache(process.env['NODE_COMPILE_CACHE'])
await import('./wiring/serve.ts')
