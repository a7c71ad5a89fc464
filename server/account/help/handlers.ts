// Records votes on help guides, within limits, and lists them for operators.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import * as api from '../../../core/api/help.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { Handler } from '../../foundation/http/route.ts'
import { countVotes, keepVote } from './owners.ts'

export interface HelpDeps {
  db: Db
  now(): Date
  /** A household counts as one. */
  networkOf(ip: string): string
}

export interface HelpHandlers {
  vote: Handler<typeof api.addVoteApi>
}

/** Nine guides, and second thoughts about some of them. */
const perNetwork = { points: 20, duration: 3600 }
/** Of all the world: what anybody may write must not fill the database. */
const inAll = { points: 600, duration: 3600 }

export function helpHandlers({ db, now, networkOf }: HelpDeps): HelpHandlers {
  const one = new RateLimiterMemory(perNetwork)
  const all = new RateLimiterMemory(inAll)
  return {
    async vote({ body, request }) {
      await one.consume(networkOf(request.ip)).catch(refuse)
      await all.consume('all').catch(refuse)
      await keepVote(db, body, now())
      return {}
    },
  }
}

function refuse(spent: unknown): never {
  if (!(spent instanceof RateLimiterRes)) throw spent
  const minutes = Math.ceil(spent.msBeforeNext / 60_000)
  throw new HttpError(429, 'over_request_rate_limit', `Many votes came. Wait ${minutes} min and vote again.`)
}

/** For `npm run admin -- help-votes`: a line a guide, also of those that nobody voted on. */
export async function listVotes(db: Db): Promise<string> {
  const counts = await countVotes(db)
  return api.Guide.options
    .map(guide => {
      const { yes, no } = counts.find(count => count.guide === guide) ?? { yes: 0, no: 0 }
      return `${guide.padEnd(18)} helped ${yes}, did not help ${no}`
    })
    .join('\n')
}
