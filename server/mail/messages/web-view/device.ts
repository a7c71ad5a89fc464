// Recognizes a device that its owner has signed in on, by a signed cookie.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digest, keyedDigest, type SealKey } from '../../../foundation/seal.ts'

const keptS = 180 * 86_400
/** A cookie that is older is made anew. */
const freshS = 86_400

export interface Devices {
  /** Marks the device of somebody who is signed in. */
  mark(userId: string, request: FastifyRequest, reply: FastifyReply): void
  isKnown(userId: string, request: FastifyRequest): boolean
}

/** `now`: the clock of the machine, as cookies go by it. */
export function openDevices(master: SealKey, now: () => Date, isHttps: boolean): Devices {
  const seconds = () => Math.floor(now().getTime() / 1000)
  // One for each person, so that two who share a browser both stay known; its name tells nobody who they are.
  const nameOf = (userId: string) => `ferry-${keyedDigest(master, `device name ${userId}`).toString('hex').slice(0, 16)}`
  const proof = (userId: string, at: number) => keyedDigest(master, `device ${userId} ${at}`).toString('base64url')
  const ageOf = (userId: string, request: FastifyRequest): number => {
    const value = cookieOf(request, nameOf(userId))
    const [at = '', given = ''] = value.split('.')
    // By their digests, so that the time it takes tells nothing.
    if (!/^\d{1,12}$/.test(at) || !digest(given).equals(digest(proof(userId, Number(at))))) return Infinity
    return seconds() - Number(at)
  }
  return {
    mark(userId, request, reply) {
      if (ageOf(userId, request) < freshS) return
      const at = seconds()
      const rules = `Path=/api; Max-Age=${keptS}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
      void reply.header('set-cookie', `${nameOf(userId)}=${at}.${proof(userId, at)}; ${rules}`)
    },
    isKnown: (userId, request) => ageOf(userId, request) <= keptS,
  }
}

function cookieOf(request: FastifyRequest, name: string): string {
  const pairs = (request.headers.cookie ?? '').slice(0, 8000).split(/;\s*/)
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}
