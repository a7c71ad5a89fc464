// The storage wire under /storage/v1: two buckets, in which each user has a folder.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError } from '../foundation/http/errors.ts'
import { bucketNamed, bucketView, FileBucket, maxBytesOf } from './buckets.ts'
import { callerOf, type StorageCallerDeps } from './caller.ts'
import { bytesOf, headersOf, sendFile } from './download.ts'
import { invalidToken, noSuchBucket, noSuchFile, notEnabled, readAs, renderStorageError } from './errors.ts'
import { Transform } from './images.ts'
import { acceptFile } from './intake.ts'
import { listFlatPage, listFolderContents } from './listing/handlers.ts'
import type { StoredFile } from './objects/file.ts'
import { findFile } from './objects/store.ts'
import { copy, describeFile, type FileOperationDeps, fileFor, move, remove, sign, signAll, signUpload, untilFor } from './operations.ts'
import { ownPath } from './path.ts'
import { openSignedUrl } from './signed-urls.ts'
import { takeUpload } from './upload.ts'
import { openUploadLimiter } from './upload-limiter.ts'

export type StorageDeps = FileOperationDeps & StorageCallerDeps

const hidden = { schema: { hide: true }, exposeHeadRoute: false }

/** Mounts the wire on `app`. */
export async function mountFiles(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  await app.register(
    async scope => {
      scope.setErrorHandler(renderStorageError)
      scope.setNotFoundHandler((request, reply) => {
        const message = `Route ${request.method}:${request.url.split('?')[0]} not found`
        return reply.code(404).send({ statusCode: '404', error: 'Not Found', message })
      })
      bucketRoutes(scope, deps)
      operationRoutes(scope, deps)
      readRoutes(scope, deps)
      closedRoutes(scope)
      await scope.register(async uploads => uploadRoutes(uploads, deps))
    },
    { prefix: '/storage/v1' },
  )
}

function bucketRoutes(app: FastifyInstance, deps: StorageDeps): void {
  const { limits } = deps
  const shown = FileBucket.options.map(bucket => bucketView(limits, bucket))
  app.get('/bucket', hidden, async request => ((await callerOf(deps, request)) === null ? [] : shown))
  app.get('/bucket/:bucket', hidden, async request => {
    const { bucket } = named(request)
    if ((await callerOf(deps, request)) === null) throw noSuchBucket()
    return bucketView(limits, bucket)
  })
  const fixed = async (): Promise<never> => {
    throw new HttpError(403, 'AccessDenied', 'The buckets avatars and attachments are fixed: none is made, changed, emptied or deleted.')
  }
  app.post('/bucket', hidden, fixed)
  app.put('/bucket/:bucket', hidden, fixed)
  app.delete('/bucket/:bucket', hidden, fixed)
  app.post('/bucket/:bucket/empty', hidden, fixed)
}

function operationRoutes(app: FastifyInstance, deps: StorageDeps): void {
  const { db, now } = deps
  const replaces = (request: FastifyRequest) => request.headers['x-upsert'] === 'true'
  const caller = (request: FastifyRequest) => callerOf(deps, request)
  app.post('/object/list/:bucket', hidden, async request => {
    const { bucket } = named(request)
    return listFolderContents(db, await caller(request), bucket, request.body, now())
  })
  app.post('/object/list-v2/:bucket', hidden, async request => {
    const { bucket } = named(request)
    return listFlatPage(db, await caller(request), bucket, request.body, now())
  })
  app.post('/object/move', hidden, async request => move(deps, await caller(request), request.body))
  app.post('/object/copy', hidden, async request => copy(deps, await caller(request), request.body, replaces(request)))
  app.delete('/object/:bucket', hidden, async request => {
    const { bucket } = named(request)
    return remove(deps, await caller(request), bucket, request.body)
  })
  app.delete('/object/:bucket/*', hidden, async request => {
    const { bucket, path } = named(request)
    const gone = await remove(deps, await caller(request), bucket, { prefixes: [path] })
    if (gone.length === 0) throw noSuchFile()
    return { message: 'Successfully deleted' }
  })
  app.post('/object/sign/:bucket', hidden, async request => {
    const { bucket } = named(request)
    return signAll(deps, await caller(request), bucket, request.body)
  })
  app.post('/object/sign/:bucket/*', hidden, async request => {
    const { bucket, path } = named(request)
    return sign(deps, await caller(request), bucket, path, request.body)
  })
  app.post('/object/upload/sign/:bucket/*', hidden, async request => {
    const { bucket, path } = named(request)
    return signUpload(deps, await caller(request), bucket, path, replaces(request))
  })
}

// A compressor would hide the length of a file, and how much of it has come.
const whole = { ...hidden, compress: false as const, method: ['GET', 'HEAD'] }

function readRoutes(app: FastifyInstance, deps: StorageDeps): void {
  const { db, now, master } = deps
  const own = async (request: FastifyRequest) => {
    const { bucket, path } = named(request)
    return fileFor(deps, await callerOf(deps, request), bucket, path)
  }
  const linked = async (request: FastifyRequest) => {
    const { bucket, path } = named(request)
    const token = queryOf(request, 'token')
    if (!token) throw invalidToken('A link needs its token.')
    const link = openSignedUrl(master, token, { kind: 'read', bucket, path }, now())
    const file = await findFile(db, link.userId, bucket, path, now())
    if (!file) throw noSuchFile()
    return { file, ...link }
  }
  for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*'])
    app.route({
      ...whole,
      url,
      handler: async (request, reply) => {
        const { userId, file } = await own(request)
        return sendFile(deps, userId, file, request, reply, queryOf(request, 'download'))
      },
    })
  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*'])
    app.get(url, hidden, async request => {
      const { userId, file } = await own(request)
      return describeFile(deps, userId, file)
    })
  app.route({
    ...whole,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const { userId, file, transform } = await linked(request)
      if (transform) throw invalidToken('Invalid signature')
      return sendFile(deps, userId, file, request, reply, queryOf(request, 'download'))
    },
  })
  app.get('/render/image/authenticated/:bucket/*', { ...hidden, compress: false }, async (request, reply) => {
    const { userId, file } = await own(request)
    return sendPicture(deps, userId, file, readAs(Transform, request.query), reply)
  })
  app.get('/render/image/sign/:bucket/*', { ...hidden, compress: false }, async (request, reply) => {
    const { userId, file, transform } = await linked(request)
    return sendPicture(deps, userId, file, transform ?? {}, reply, queryOf(request, 'download'))
  })
}

async function sendPicture(
  deps: StorageDeps,
  userId: string,
  file: StoredFile,
  how: Transform,
  reply: FastifyReply,
  download?: string,
): Promise<FastifyReply> {
  if (file.bucket !== 'avatars') throw notEnabled('imageTransformation')
  const bytes = Buffer.concat(await Array.fromAsync(await bytesOf(deps, userId, file)))
  return reply.headers(headersOf(file, download)).send(await deps.images.transform(bytes, how))
}

/** What of the wire has no answer here: nothing is public, and there is neither a cache before us nor another protocol. */
function closedRoutes(app: FastifyInstance): void {
  const noPublic = async (): Promise<never> => {
    throw noSuchBucket()
  }
  for (const url of ['/object/public/*', '/object/info/public/*', '/render/image/public/*'])
    app.route({ ...hidden, method: ['GET', 'HEAD'], url, handler: noPublic })
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const features = { '/cdn/*': 'purgeCache', '/bucket/:bucket/lifecycle': 'lifecycle', '/upload/*': 'resumableUpload' }
  const protocols = { '/s3/*': 's3Protocol', '/iceberg/*': 'icebergCatalog', '/vector/*': 'vectorBuckets' }
  for (const [url, feature] of Object.entries({ ...features, ...protocols }))
    app.route({ ...hidden, method: methods, url, handler: async () => Promise.reject(notEnabled(feature)) })
}

async function uploadRoutes(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  const inPlace = openUploadLimiter()
  // Bytes are kept as they come, whatever they are encoded with.
  const raw = { ...hidden, decompress: false as const }
  const put = async (request: FastifyRequest, mayReplace: boolean) => {
    const { bucket, path } = named(request)
    const { userId } = ownPath(await callerOf(deps, request), path)
    if (request.method === 'PUT') await fileFor(deps, userId, bucket, path)
    await deps.keys.contentKeyOf(deps.db, userId)
    const { id } = await take(request, userId, { bucket, path, replaces: mayReplace })
    return { Id: id, Key: `${bucket}/${path}` }
  }
  const take = (request: FastifyRequest, userId: string, target: { bucket: FileBucket; path: string; replaces: boolean }) =>
    inPlace(userId, () =>
      takeUpload(request, maxBytesOf(deps.limits, target.bucket), untilFor(deps, target.bucket), file =>
        acceptFile(deps, userId, target, file),
      ),
    )
  app.post('/object/:bucket/*', raw, request => put(request, request.headers['x-upsert'] === 'true'))
  app.put('/object/:bucket/*', raw, request => put(request, true))
  app.put('/object/upload/sign/:bucket/*', raw, async request => {
    const { bucket, path } = named(request)
    const link = openSignedUrl(deps.master, queryOf(request, 'token') ?? '', { kind: 'write', bucket, path }, deps.now())
    const { id } = await take(request, link.userId, { bucket, path, replaces: link.replaces ?? false })
    return { Id: id, Key: `${bucket}/${path}` }
  })
}

const Named = z.object({ bucket: z.string(), '*': z._default(z.string(), '') })

function named(request: FastifyRequest): { bucket: FileBucket; path: string } {
  const { bucket, '*': path } = Named.parse(request.params)
  return { bucket: bucketNamed(bucket), path }
}

const Query = z.record(z.string(), z.unknown())

function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = Query.parse(request.query)[name]
  return typeof value === 'string' ? value : undefined
}
