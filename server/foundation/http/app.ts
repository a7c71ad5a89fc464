// Opens the HTTP server: parsing, limits, headers and errors; routes.ts adds the routes.
import compress from '@fastify/compress'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod/mini'
import { type Language, pickAcceptedLanguage } from '../../../core/words/languages.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { networkOf } from '../networks.ts'
import { randomToken } from '../seal.ts'
import { openSlowRefusals } from '../slow-refusals.ts'
import { requestLanguage, requestWords, withLanguage } from '../words.ts'
import { closeGracefully } from './closing.ts'
import { HttpError, renderError } from './errors.ts'
import { requestsServed } from './flow-metrics.ts'
import { setHeaders } from './headers.ts'
import { keepRawJson } from './json.ts'
import { isPage } from './page-requests.ts'
import { refuseForeignRequests } from './sandbox-requests.ts'

const bodyBytes = 1024 * 1024
const requestMs = 60_000
/** Pages are counted apart from requests. They come from memory, and many people may share an address. */
const pagesPerRequest = 5

export async function openApp(config: Config, log: Log): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    bodyLimit: bodyBytes,
    // Without a timeout Fastify waits forever: a request that trickles in would hold its socket.
    requestTimeout: requestMs,
    genReqId: () => randomToken(9),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  translateValidationMessages()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(renderError)
  keepRawJson(app)
  setRequestLanguage(app)
  nameRequests(app)
  slowRefusals(app, config)
  closeGracefully(app)
  setHeaders(app, config)
  refuseForeignRequests(app, config)
  await app.register(
    cors,
    () => (request: FastifyRequest, done: (error: Error | null, options: FastifyCorsOptions) => void) =>
      done(null, { ...corsOptions, origin: isOnOfficialWire(request), credentials: false }),
  )
  await app.register(compress, { global: true, threshold: 1024 })
  await app.register(rateLimit, {
    keyGenerator: request => `${isPage(request) ? 'pages ' : ''}${networkOf(request.ip)}`,
    max: request => config.requestsPerMinute * (isPage(request) ? pagesPerRequest : 1),
    timeWindow: 60_000,
    allowList: isBuiltFile,
    errorResponseBuilder: overLimitError,
    onExceeded: noteOverLimit(log),
  })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Mailferry', version: '1' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a person who is signed in.' },
          readKey: { type: 'http', scheme: 'bearer', bearerFormat: 'mf_…', description: 'An API key that may read.' },
          writeKey: { type: 'http', scheme: 'bearer', bearerFormat: 'mf_…', description: 'An API key that may read and write.' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  return app
}

// Supabase clients call the GoTrue, PostgREST and functions wires from other origins, without cookies.
const corsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  allowedHeaders:
    'authorization, apikey, content-type, idempotency-key, x-client-info, x-supabase-api-version, accept, accept-profile, content-profile, prefer, range, range-unit, x-retry-count, x-region, x-upsert, x-metadata, cache-control, if-none-match, traceparent, tracestate, baggage',
  exposedHeaders:
    'x-supabase-api-version, content-range, link, x-total-count, x-sb-error-code, x-relay-error, etag, content-disposition, accept-ranges, location, preference-applied, x-request-id',
}

const officialWires = ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/functions/v1/', '/realtime/v1/']

const isOnOfficialWire = ({ url }: FastifyRequest): boolean => officialWires.some(prefix => url.startsWith(prefix))

// One page loads thirty files: an office behind one address would soon be refused half of them, and its pages would break.
const isBuiltFile = (request: FastifyRequest): boolean => request.url.startsWith('/assets/')

const overLimitError = (_request: unknown, context: { ttl: number }) =>
  new HttpError(429, 'over_request_rate_limit', requestWords().of('http')('hurry', { seconds: String(Math.ceil(context.ttl / 1000)) }))

/** Once a minute for each network: whoever asks too often must not fill the log as well. */
function noteOverLimit(log: Log): (request: FastifyRequest) => void {
  const noted = new RateLimiterMemory({ points: 1, duration: 60 })
  return ({ ip, routeOptions }) =>
    void noted.consume(networkOf(ip)).then(
      () => log.warn({ ip, route: routeOptions.url }, 'an address has reached the limit of requests'),
      () => undefined,
    )
}

/** A page with mistakes in it makes some; a minute with more comes from a program that is looking for something. */
const freeRefusals = { leastPerMinute: 60, share: 0.1 }

/** Whatever is refused counts: a wrong password, a forged webhook, a path that isn't there, a request too many. */
function slowRefusals(app: FastifyInstance, { requestsPerMinute }: Config): void {
  const wait = openSlowRefusals('refusals', {
    free: Math.max(freeRefusals.leastPerMinute, requestsPerMinute * freeRefusals.share),
    holdMs: 1_500,
    maxHeld: { network: 30, all: 1000 },
  })
  app.addHook('onSend', async ({ ip, raw }, { statusCode }) => {
    if (statusCode >= 400 && statusCode < 500 && !(await wait(networkOf(ip)))) raw.socket.destroy()
  })
}

// Reading a body continues in the async context of its socket, so that the language must be set again afterwards.
function setRequestLanguage(app: FastifyInstance): void {
  const useAcceptedLanguage = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    withLanguage(pickAcceptedLanguage(request.headers['accept-language']) ?? 'en', done)
  app.addHook('onRequest', useAcceptedLanguage)
  app.addHook('preValidation', useAcceptedLanguage)
}

/** The id of a request in its answer, as in the log and in error messages; and how long it took. */
function nameRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    // Paths that nobody serves would each be a time series of their own.
    const route = request.routeOptions.url ?? 'none'
    requestsServed.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

const { en, es, ar } = z.locales
const validationMessages: Record<Language, z.core.$ZodErrorMap> = { en: en().localeError, es: es().localeError, ar: ar().localeError }

/** Applies to the whole process and to schemas without their own message: zod/mini has no default ones. */
function translateValidationMessages(): void {
  z.config({ localeError: issue => validationMessages[requestLanguage()](issue) })
}
