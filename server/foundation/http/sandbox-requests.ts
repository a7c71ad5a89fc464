// Refuses requests to a sandbox that another site's page could have caused: by a name that it pointed at this machine, or across origins.
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isLoopbackHost } from '../config/values.ts'
import type { Config } from '../config.ts'
import { HttpError } from './errors.ts'

type ReachConfig = Pick<Config, 'mode' | 'publicUrl' | 'isSandboxInPublic'>

export function refuseForeignRequests(app: FastifyInstance, config: ReachConfig): void {
  if (config.mode !== 'sandbox') return
  app.addHook('onRequest', async ({ headers, url }) => {
    if (!isOwnHost(config, headers.host ?? ''))
      throw new HttpError(421, 'host_unknown', `In sandbox mode the server answers at ${config.publicUrl} and on this machine alone.`)
    if (url.startsWith('/sandbox/') && headers.origin !== undefined && !isOwnOrigin(config, headers.origin, headers.host ?? ''))
      throw new HttpError(403, 'origin_unknown', "The sandbox's pages take no requests from other sites.")
  })
}

/** A page that points its own name at 127.0.0.1 still sends that name (DNS rebinding). */
function isOwnHost({ publicUrl, isSandboxInPublic }: ReachConfig, header: string): boolean {
  const url = `http://${header}`
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isLoopbackHost(hostname) || hostname === new URL(publicUrl).hostname || (isSandboxInPublic && isAddress)
}

const isOwnOrigin = ({ publicUrl }: ReachConfig, origin: string, host: string): boolean =>
  [new URL(publicUrl).origin, `http://${host}`].includes(origin)
