// Answers what happened to one mailbox, in sentences.
import type { listMailboxEventsApi } from '../../../../core/api/mail.ts'
import { ImapSettings, type MailboxEvent } from '../../../../core/api/mail.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { PersonHandler } from '../../../foundation/http/route.ts'
import { isProblem } from '../../imap/errors.ts'
import { readMailbox } from '../store.ts'
import { type KeptEvent, listEvents } from './store.ts'

interface Place {
  host: string
  port: number
}

export function eventsHandler({ db, say }: { db: Db; say: Translate<'mail'> }): PersonHandler<typeof listMailboxEventsApi> {
  return async ({ userId, params }) => {
    const mailbox = await readMailbox(db, userId, params.id)
    if (!mailbox) throw new HttpError(404, 'not_found', say('refused.not_found'))
    const settings = ImapSettings.safeParse(mailbox.settings)
    const place = settings.success ? settings.data : { host: '', port: 0 }
    const events = await listEvents(db, userId, params.id)
    return { items: events.map(event => shown(say, place, event)), next: null }
  }
}

const shown = (say: Translate<'mail'>, place: Place, event: KeptEvent): MailboxEvent => ({
  id: event.id,
  at: event.at.toISOString(),
  kind: event.kind,
  text: textOf(say, place, event),
})

function textOf(say: Translate<'mail'>, { host, port }: Place, { kind, detail }: KeptEvent): string {
  if (!('problem' in detail)) return say(`event.${kind}`, detail)
  const { problem } = detail
  return say(`event.${kind}`, { why: say(isProblem(problem) ? `problem.${problem}` : 'problem.unknown', { host, port: String(port) }) })
}
