// Records votes on help guides, within limits, and lists them for operators.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import * as api from '../../../core/api/help.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { Handler } from '../../foundation/http/route.ts'
import { networkOf } from '../../foundation/networks.ts'
import { countVotes, saveVote } from './owners.ts'

export interface HelpDeps {
  db: Db
  now(): Date
}

export interface HelpHandlers {
  vote: Handler<typeof api.addVoteApi>
}

/** Enough for all nine guides and some changed votes. */
const networkLimit = { points: 20, duration: 3600 }
/** A global limit, so that anonymous votes cannot fill the database. */
const globalLimit = { points: 600, duration: 3600 }

export function helpHandlers({ db, now }: HelpDeps): HelpHandlers {
  const networkLimiter = new RateLimiterMemory(networkLimit)
  const globalLimiter = new RateLimiterMemory(globalLimit)
  return {
    async vote({ body, request }) {
      await networkLimiter.consume(networkOf(request.ip)).catch(refuse)
      await globalLimiter.consume('all').catch(refuse)
      await saveVote(db, body, now())
      return {}
    },
  }
}

function refuse(limiterResult: unknown): never {
  if (!(limiterResult instanceof RateLimiterRes)) throw limiterResult
  const minutes = Math.ceil(limiterResult.msBeforeNext / 60_000)
  throw new HttpError(429, 'over_request_rate_limit', `Too many votes. Wait ${minutes} min and vote again.`)
}

/** For `npm run admin -- help-votes`: one line per guide, including those without votes. */
export async function listVotes(db: Db): Promise<string> {
  const counts = await countVotes(db)
  return api.Guide.options
    .map(guide => {
      const { yes, no } = counts.find(count => count.guide === guide) ?? { yes: 0, no: 0 }
      return `${guide.padEnd(18)} helped ${yes}, didn’t help ${no}`
    })
    .join('\n')
}
