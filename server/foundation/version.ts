// The version of Mailferry that runs.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'

const Package = z.object({ version: z.string() })
export const { version } = Package.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
