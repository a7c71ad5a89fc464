// What carrying out a phone's messages needs: the database, the messenger, and reads that other use cases provide.
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { ReplyPlanDeps } from '../../mail/outgoing/plan.ts'
import type { Graph } from '../../whatsapp/client.ts'

export interface AnswerContext {
  db: Db
  keys: PersonKeys
  clock: Clock
  log: Log
  words: Words
  graph: Graph
  plan: ReplyPlanDeps
  /** What a phone may see of a message today. */
  contentOf(db: Db): MessageContent
  /** What each filter of today sees in a message; null when it is unknown or erased. */
  explainNow(db: Db, userId: string, messageId: string): Promise<FilterExplanations | null>
  /** Sends within the number's pace; null where the number may send nothing now. */
  inPace<T>(send: () => Promise<T>): Promise<T | null>
}

export interface MessageContent {
  view(userId: string, messageId: string): Promise<MailView | null>
  seen(userId: string, deliveryIds: string[]): Promise<ForwardedContent[]>
  /** `goes`: indexes of the files that follow the message; null: its filter sends none. */
  files(
    userId: string,
    of: { deliveryId: string; messageId: string; now: Date },
  ): Promise<{ goes: number[] | null; kept: ReadonlySet<number> }>
}
