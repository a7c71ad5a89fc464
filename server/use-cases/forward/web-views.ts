// Saves the HTML of messages that go to a phone, for the web view.
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import { savePages } from '../../mail/messages/web-view/store.ts'
import type { Parser } from '../../mail/parsing/parse.ts'

export type SaveWebViews = (tx: Tx, userId: string, messages: NewMessage[]) => Promise<void>

/** The HTML is extracted in a second pass, only from the few messages that go to a phone. */
export function webViewSaver({ keys, clock }: { keys: UserKeys; clock: Clock }, pageOf: Parser['pageOf']): SaveWebViews {
  return async (tx, userId, messages) => {
    const readable = messages.filter(({ view }) => view.unparsed === null)
    const extracted = await Promise.all(readable.map(async ({ id, arrived }) => ({ messageId: id, packed: await pageOf(arrived) })))
    const pages = extracted.flatMap(({ messageId, packed }) => (packed ? [{ messageId, packed }] : []))
    if (pages.length > 0) await savePages(tx, userId, await keys.contentKeyOf(tx, userId), pages, clock.now())
  }
}
