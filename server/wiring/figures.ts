// Keeps the figures of /metrics that come from the database: pauses, trouble, what was set aside, and runtimes behind their last patch.
import { readPauseReason } from '../delivery/number/queue.ts'
import { readVisibleTrouble } from '../delivery/number/trouble-notices-queue.ts'
import { systemClock } from '../foundation/clock.ts'
import { countSetAsideSince } from '../foundation/db/set-aside.ts'
import { pausesNow, runtimesBehind, setAsideLately, whatsappTroubleSeconds } from '../foundation/http/metrics.ts'
import { newerPatch } from '../use-cases/doctor/judge/runtimes.ts'
import { countPauses, readServer, setAsideShownMs } from '../use-cases/doctor/service-owners.ts'
import type { AppContext } from './app.ts'

const everyMs = 30_000

export function startFigures(app: AppContext): { stop(): Promise<void> } {
  return systemClock.every(everyMs, () =>
    updateFigures(app).catch((error: unknown) => app.log.warn({ err: error }, 'the figures of /metrics could not be read')),
  )
}

async function updateFigures({ db, config, clock, log }: AppContext): Promise<void> {
  const now = clock.now()
  const { since, isEverybodys } = await readVisibleTrouble(db, config.whatsapp.numberId, now)
  const troubleSince = isEverybodys ? since : null
  whatsappTroubleSeconds.set(troubleSince ? Math.max(0, (now.getTime() - troubleSince.getTime()) / 1000) : 0)
  const { people, lanes } = await countPauses(db, now)
  const pauseReason = await readPauseReason(db, config.whatsapp.numberId, now)
  pausesNow.set({ what: 'users' }, people)
  pausesNow.set({ what: 'phones' }, lanes)
  pausesNow.set({ what: 'number' }, pauseReason === null ? 0 : 1)
  if (troubleSince || pauseReason !== null) log.warn({ troubleSince, pauseReason }, 'WhatsApp takes none of our messages')
  setAsideLately.reset()
  for (const { kind, count } of await countSetAsideSince(db, new Date(systemClock.now().getTime() - setAsideShownMs)))
    setAsideLately.set({ kind }, count)
  const { version } = await readServer(db)
  runtimesBehind.set({ runtime: 'node' }, newerPatch({ runtime: 'node', version: process.version }) ? 1 : 0)
  runtimesBehind.set({ runtime: 'postgres' }, newerPatch({ runtime: 'postgres', version }) ? 1 : 0)
}
