// Reads the HTML of messages that go to a phone, and saves it for the web view.
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { type PackedPage, savePages } from '../../mail/messages/web-view/store.ts'
import type { Parser } from '../../mail/parsing/parse.ts'

export interface WebViews {
  /** Takes a thread of the parser, so never within a transaction. */
  pageOf: Parser['pageOf']
  save(tx: Tx, userId: string, pages: PackedPage[]): Promise<void>
}

/** The HTML is extracted in a second pass, only from the few messages that go to a phone. */
export const openWebViews = ({ keys, clock }: { keys: UserKeys; clock: Clock }, pageOf: Parser['pageOf']): WebViews => ({
  pageOf,
  save: async (tx, userId, pages) => savePages(tx, userId, await keys.contentKeyOf(tx, userId), pages, clock.now()),
})
