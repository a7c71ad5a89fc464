// Lists the events of a mailbox as sentences.
import type { listMailboxEventsApi } from '../../../../core/api/mail.ts'
import { ImapSettings, type MailboxEvent } from '../../../../core/api/mail.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { isMailProblem } from '../../imap/errors.ts'
import { describeProblem } from '../connection-test.ts'
import { readMailbox } from '../store.ts'
import { listEvents, type SavedEvent } from './store.ts'

interface ServerAddress {
  host: string
  port: number
}

export function eventsHandler({ db, say }: { db: Db; say: Translate<'mail'> }): UserHandler<typeof listMailboxEventsApi> {
  return async ({ userId, params }) => {
    const mailbox = await readMailbox(db, userId, params.id)
    if (!mailbox) throw new HttpError(404, 'not_found', say('refused.not_found'))
    const settings = ImapSettings.safeParse(mailbox.settings)
    const place = settings.success ? settings.data : { host: '', port: 0 }
    const events = await listEvents(db, userId, params.id)
    return { items: events.map(event => toEventView(say, place, event)), next: null }
  }
}

const toEventView = (say: Translate<'mail'>, place: ServerAddress, event: SavedEvent): MailboxEvent => ({
  id: event.id,
  at: event.at.toISOString(),
  kind: event.kind,
  text: describeEvent(say, place, event),
})

function describeEvent(say: Translate<'mail'>, place: ServerAddress, { kind, detail }: SavedEvent): string {
  if (!('problem' in detail)) return say(`event.${kind}`, detail)
  const { problem } = detail
  return say(`event.${kind}`, { why: describeProblem(say, place, isMailProblem(problem) ? problem : 'unknown') })
}
