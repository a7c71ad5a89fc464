// Dependencies for carrying out what a phone requests: the database, WhatsApp, and reads from other use cases.
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Words } from '../../../core/words/words.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { ReplyPlanDeps } from '../../mail/outgoing/plan.ts'
import type { Graph } from '../../whatsapp/client.ts'

export interface AnswerContext {
  db: Db
  keys: UserKeys
  clock: Clock
  log: Log
  words: Words
  graph: Graph
  plan: ReplyPlanDeps
  /** What a phone may see of a message today. */
  contentOf(db: Db): MessageContent
  /** What each current filter sees in a message; null when the message is unknown or erased. */
  explainNow(db: Db, userId: string, messageId: string): Promise<FilterExplanations | null>
  limitsOf: LimitsOf
  /** Sends within the number's pace; null where the number may send nothing now. */
  inPace<T>(send: () => Promise<T>): Promise<T | null>
}

export interface MessageContent {
  view(userId: string, messageId: string): Promise<MailView | null>
  privacy(userId: string, deliveryIds: string[]): Promise<ForwardedContent[]>
  /** `forwarded`: indexes of the files that follow the message; null when its filter sends none. */
  files(
    userId: string,
    of: { deliveryId: string; messageId: string; now: Date },
  ): Promise<{ forwarded: number[] | null; stored: ReadonlySet<number> }>
}
