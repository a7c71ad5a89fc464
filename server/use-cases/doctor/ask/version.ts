// Asks which version is the newest, if the operator named an address to ask; it learns nothing about this server.
import { z } from 'zod/mini'
import type { Config } from '../../../foundation/config.ts'
import { type Outside, OutsideError } from '../../../foundation/outside.ts'
import { version } from '../../../foundation/version.ts'
import type { DoctorDeps } from '../deps.ts'
import type { DoctorFinding } from '../finding.ts'
import { judgeVersion, type NewestVersion } from '../judge/version.ts'

const timeoutMs = 5_000
const maxBytes = 1024 * 1024

const Named = z.string().check(z.maxLength(60), z.regex(/^v?\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/))
/** Ours, or a release as GitHub and Gitea describe it. */
const Answer = z.union([z.object({ version: Named }), z.object({ tag_name: Named })])

/** Null if no address is named. */
export async function askNewestVersion({ config, outside }: { config: Config; outside: Outside }): Promise<NewestVersion | null> {
  if (config.updateCheckUrl === null) return null
  try {
    // GitHub refuses requests without a name.
    const headers = { accept: 'application/json', 'user-agent': 'mailferry' }
    const { status, body } = await outside.request({ method: 'GET', url: config.updateCheckUrl, headers, timeoutMs, maxBytes })
    if (status !== 200) return { problem: `it answered ${status}` }
    const { data } = Answer.safeParse(parseJson(body.toString()))
    if (!data) return { problem: 'its answer names no version' }
    return { version: ('version' in data ? data.version : data.tag_name).replace(/^v/, '') }
  } catch (error) {
    if (error instanceof OutsideError) return { problem: error.message }
    throw error
  }
}

export async function checkVersion({ newestVersion, ...deps }: DoctorDeps): Promise<DoctorFinding[]> {
  const newest = await (newestVersion?.() ?? askNewestVersion(deps))
  return newest ? [judgeVersion(version, newest)] : []
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
