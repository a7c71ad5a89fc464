// What sending is given, and what its kinds of messages share.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Graph } from '../../whatsapp/client.ts'
import type { ToSend } from '../../whatsapp/send.ts'
import type { TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { type ContentReader, contentReader } from './content.ts'

export interface SendingDeps {
  config: Pick<Config, 'publicUrl'>
  db: Db
  keys: PersonKeys
  clock: Clock
  log: Log
  words: Words
  graph: Graph
  templates: TemplateDeps
  /** Of what is only looked at; what leaves is read anew. */
  reads?: ContentReader
}

export const readsFor = ({ reads, db, keys }: SendingDeps): ContentReader => reads ?? contentReader(db, keys, 'send')

/** A message that WhatsApp is ready to be asked for; nothing has left while it is made. */
export type Ready = () => Promise<Outcome>

/** The phone and the reader of a message. */
export type About = ToSend & { attempt: number; language: string; timeZone: string }
