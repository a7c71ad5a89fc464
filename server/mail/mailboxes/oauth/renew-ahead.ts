// Renews access tokens before they lapse, so that no mailbox has to wait for its provider when it reconnects.
import { systemClock } from '../../../foundation/clock.ts'
import { MailError } from '../../imap/errors.ts'
import { takeDueRenewals } from './owners.ts'
import { type RenewableTokens, retryAheadMs, type TokenDeps } from './tokens.ts'

const everyMs = 5_000
/** Per host and tick: more than 100,000 mailboxes can be renewed in an hour. */
const mostAtOnce = 200

/** Any number of hosts may do this: each mailbox is taken by one. */
export function renewAhead(
  deps: Pick<TokenDeps, 'db' | 'log' | 'now'>,
  tokens: Pick<RenewableTokens, 'renewAhead'>,
): { stop(): Promise<void> } {
  return systemClock.every(everyMs, async () => {
    try {
      await renewDue(deps, tokens)
    } catch (error) {
      deps.log.warn({ err: error }, 'tokens that are due for renewal could not be found')
    }
  })
}

/** Returns how many were due. @internal */
export async function renewDue(
  { db, log, now }: Pick<TokenDeps, 'db' | 'log' | 'now'>,
  tokens: Pick<RenewableTokens, 'renewAhead'>,
): Promise<number> {
  const at = now()
  const due = await takeDueRenewals(db, { now: at, until: new Date(at.getTime() + retryAheadMs), most: mostAtOnce })
  await Promise.all(
    due.map(({ userId, mailboxId }) =>
      tokens.renewAhead(userId, mailboxId).catch((error: unknown) => {
        // What its user has to know is told when the mailbox itself is refused.
        if (!(error instanceof MailError)) log.warn({ err: error, mailbox: mailboxId }, 'a token could not be renewed ahead of time')
      }),
    ),
  )
  return due.length
}
