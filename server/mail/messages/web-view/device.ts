// Recognizes a device on which the user has signed in, by a signed cookie.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digest, keyedDigest, type SealKey } from '../../../foundation/seal.ts'

const maxAgeS = 180 * 86_400
/** An older cookie is renewed. */
const renewAfterS = 86_400

export interface KnownDevices {
  /** Marks the device of a signed-in user. */
  mark(userId: string, request: FastifyRequest, reply: FastifyReply): void
  /** `forgottenAt`: cookies from before count no longer. */
  isKnown(userId: string, request: FastifyRequest, forgottenAt: Date | null): boolean
}

/** `now` is the system clock, which cookies follow. */
export function openDevices(master: SealKey, now: () => Date, isHttps: boolean): KnownDevices {
  const seconds = () => Math.floor(now().getTime() / 1000)
  // One cookie per user, so that two who share a browser both stay known; its name doesn't identify them.
  const nameOf = (userId: string) => `ferry-${keyedDigest(master, `device name ${userId}`).toString('hex').slice(0, 16)}`
  const proof = (userId: string, at: number) => keyedDigest(master, `device ${userId} ${at}`).toString('base64url')
  const ageOf = (userId: string, request: FastifyRequest): number => {
    const value = readCookie(request, nameOf(userId))
    const [at = '', signature = ''] = value.split('.')
    // Compares digests, so that timing reveals nothing.
    if (!/^\d{1,12}$/.test(at) || !digest(signature).equals(digest(proof(userId, Number(at))))) return Infinity
    return seconds() - Number(at)
  }
  return {
    mark(userId, request, reply) {
      if (ageOf(userId, request) < renewAfterS) return
      const at = seconds()
      const attributes = `Path=/api; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
      void reply.header('set-cookie', `${nameOf(userId)}=${at}.${proof(userId, at)}; ${attributes}`)
    },
    isKnown(userId, request, forgottenAt) {
      const age = ageOf(userId, request)
      return age <= maxAgeS && (forgottenAt === null || (seconds() - age) * 1000 > forgottenAt.getTime())
    },
  }
}

function readCookie(request: FastifyRequest, name: string): string {
  const pairs = (request.headers.cookie ?? '').slice(0, 8000).split(/;\s*/)
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}
