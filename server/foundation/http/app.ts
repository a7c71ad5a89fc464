// The HTTP server: parsing, limits, headers and errors; routes.ts adds the routes.
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { languageAccepted } from '../../../core/words/languages.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { randomToken } from '../seal.ts'
import { spokenWords, withLanguage } from '../words.ts'
import { endWithTheLastAnswer } from './closing.ts'
import { HttpError, renderError } from './errors.ts'
import { setHeaders } from './headers.ts'
import { keepRawJson } from './json.ts'
import { openValueMessages } from './value-messages.ts'

const bodyBytes = 1024 * 1024
const requestMs = 60_000

export async function openApp(config: Config, log: Log): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    bodyLimit: bodyBytes,
    // Fastify waits for ever unless it is told: a request that trickles would hold its socket.
    requestTimeout: requestMs,
    genReqId: () => randomToken(9),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  openValueMessages()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(renderError)
  keepRawJson(app)
  answerInTheirLanguage(app)
  endWithTheLastAnswer(app)
  setHeaders(app, config)
  await app.register(cors, { origin: true, credentials: false, ...crossOrigin })
  await app.register(compress, { global: true, threshold: 1024 })
  await app.register(rateLimit, {
    max: config.requestsAMinute,
    timeWindow: 60_000,
    allowList: isBuiltFile,
    errorResponseBuilder: tooMany,
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
  })
  return app
}

// reference: the GoTrue, PostgREST and functions wires are called from other origins without cookies.
const crossOrigin = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  allowedHeaders:
    'authorization, apikey, content-type, idempotency-key, x-client-info, x-supabase-api-version, accept, accept-profile, content-profile, prefer, range, range-unit, x-retry-count, x-region, x-upsert, x-metadata, cache-control, if-none-match, traceparent, tracestate, baggage',
  exposedHeaders:
    'x-supabase-api-version, content-range, link, x-total-count, x-sb-error-code, x-relay-error, etag, content-disposition, accept-ranges, location, preference-applied',
}

// One page is thirty files: an office behind one address would soon be refused half of them, and its pages break.
const isBuiltFile = (request: FastifyRequest): boolean => request.url.startsWith('/assets/')

const tooMany = (_request: unknown, context: { ttl: number }) =>
  new HttpError(429, 'over_request_rate_limit', spokenWords().of('http')('hurry', { seconds: String(Math.ceil(context.ttl / 1000)) }))

// The reading of a body goes on in the context of its socket, so that the language is set again behind it.
function answerInTheirLanguage(app: FastifyInstance): void {
  const speak = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    withLanguage(languageAccepted(request.headers['accept-language']) ?? 'en', done)
  app.addHook('onRequest', speak)
  app.addHook('preValidation', speak)
}
