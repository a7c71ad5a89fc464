// Starts the server process. What Node compiles is kept for the next start, which must be set up before anything else is loaded.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Does nothing where NODE_COMPILE_CACHE names another folder.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'))
await import('./wiring/serve.ts')
