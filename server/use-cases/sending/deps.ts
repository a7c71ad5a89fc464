// Dependencies of sending, and the types its message kinds share.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Graph } from '../../whatsapp/client.ts'
import type { ToSend } from '../../whatsapp/send.ts'
import type { TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { type ContentReader, contentReader } from './content.ts'
import type { OutgoingEmails } from './outgoing.ts'

export interface SendingDeps {
  config: Pick<Config, 'publicUrl'>
  db: Db
  keys: UserKeys
  clock: Clock
  log: Log
  words: Words
  graph: Graph
  templates: TemplateDeps
  outgoing: OutgoingEmails
  /** Set for previews; for real sends the content is read fresh. */
  content?: ContentReader
}

export const contentFor = ({ content, db, keys }: SendingDeps): ContentReader => content ?? contentReader(db, keys, 'send')

/** Sends a message that is fully prepared; preparing it sent nothing. */
export type PreparedSend = () => Promise<Outcome>

/** The phone that a message goes to, with its owner's language and time zone. */
export type SendTarget = ToSend & { attempt: number; language: string; timeZone: string }
