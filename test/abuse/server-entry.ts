// The real server with planted bugs: the lines named by PLANTED_BUGS are changed while it is loaded.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { plantInto } from '../faults/outages/bugs.ts'
import { abuseBugs } from './bugs.ts'

const planted = abuseBugs.filter(({ name }) => process.env['PLANTED_BUGS']?.split('|').includes(name))
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    return planted.some(({ changes }) => changes.some(({ file }) => url.endsWith(`/${file}`)))
      ? { ...loaded, source: planted.reduce((source, bug) => plantInto(bug, url, source), readFileSync(new URL(url), 'utf8')) }
      : loaded
  },
})
// Loaded only now, so that the bugs are in it.
await import('../../server/main.ts')
