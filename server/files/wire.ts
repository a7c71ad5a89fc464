// Routes the storage API under /storage/v1: two buckets, with one folder per user.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError } from '../foundation/http/errors.ts'
import { bucketView, FileBucket, maxBytesFor, parseBucket } from './buckets.ts'
import { authenticateCaller, type StorageCallerDeps } from './caller.ts'
import { downloadHeaders, readFileBytes, sendStoredFile } from './download.ts'
import { invalidToken, noSuchBucket, noSuchFile, notEnabled, parseStorageInput, renderStorageError } from './errors.ts'
import { Transform } from './images.ts'
import { acceptFile } from './intake.ts'
import { listFlatPage, listFolderContents } from './listing/handlers.ts'
import type { StoredFile } from './objects/file.ts'
import { findFile } from './objects/store.ts'
import {
  copyObject,
  describeFile,
  expiryFor,
  type FileOperationDeps,
  moveObject,
  removeFiles,
  requireFile,
  signUpload,
  signUrl,
  signUrls,
} from './operations.ts'
import { requireOwnPath } from './path.ts'
import { openSignedUrl } from './signed-urls.ts'
import { receiveUpload } from './upload.ts'
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
      refusedRoutes(scope)
      await scope.register(async uploads => uploadRoutes(uploads, deps))
    },
    { prefix: '/storage/v1' },
  )
}

function bucketRoutes(app: FastifyInstance, deps: StorageDeps): void {
  const { limits } = deps
  const buckets = FileBucket.options.map(bucket => bucketView(limits, bucket))
  app.get('/bucket', hidden, async request => ((await authenticateCaller(deps, request)) === null ? [] : buckets))
  app.get('/bucket/:bucket', hidden, async request => {
    const { bucket } = readLocation(request)
    if ((await authenticateCaller(deps, request)) === null) throw noSuchBucket()
    return bucketView(limits, bucket)
  })
  const refuseBucketChange = async (): Promise<never> => {
    throw new HttpError(
      403,
      'AccessDenied',
      'The buckets avatars and attachments are fixed: they cannot be created, changed, emptied or deleted.',
    )
  }
  app.post('/bucket', hidden, refuseBucketChange)
  app.put('/bucket/:bucket', hidden, refuseBucketChange)
  app.delete('/bucket/:bucket', hidden, refuseBucketChange)
  app.post('/bucket/:bucket/empty', hidden, refuseBucketChange)
}

function operationRoutes(app: FastifyInstance, deps: StorageDeps): void {
  const { db, now } = deps
  const isUpsert = (request: FastifyRequest) => request.headers['x-upsert'] === 'true'
  const caller = (request: FastifyRequest) => authenticateCaller(deps, request)
  app.post('/object/list/:bucket', hidden, async request => {
    const { bucket } = readLocation(request)
    return listFolderContents(db, await caller(request), bucket, request.body, now())
  })
  app.post('/object/list-v2/:bucket', hidden, async request => {
    const { bucket } = readLocation(request)
    return listFlatPage(db, await caller(request), bucket, request.body, now())
  })
  app.post('/object/move', hidden, async request => moveObject(deps, await caller(request), request.body))
  app.post('/object/copy', hidden, async request => copyObject(deps, await caller(request), request.body, isUpsert(request)))
  app.delete('/object/:bucket', hidden, async request => {
    const { bucket } = readLocation(request)
    return removeFiles(deps, await caller(request), bucket, request.body)
  })
  app.delete('/object/:bucket/*', hidden, async request => {
    const { bucket, path } = readLocation(request)
    const removed = await removeFiles(deps, await caller(request), bucket, { prefixes: [path] })
    if (removed.length === 0) throw noSuchFile()
    return { message: 'Successfully deleted' }
  })
  app.post('/object/sign/:bucket', hidden, async request => {
    const { bucket } = readLocation(request)
    return signUrls(deps, await caller(request), bucket, request.body)
  })
  app.post('/object/sign/:bucket/*', hidden, async request => {
    const { bucket, path } = readLocation(request)
    return signUrl(deps, await caller(request), bucket, path, request.body)
  })
  app.post('/object/upload/sign/:bucket/*', hidden, async request => {
    const { bucket, path } = readLocation(request)
    return signUpload(deps, await caller(request), bucket, path, isUpsert(request))
  })
}

// Compression would hide a file's length and the download's progress.
const uncompressed = { ...hidden, compress: false as const, method: ['GET', 'HEAD'] }

function readRoutes(app: FastifyInstance, deps: StorageDeps): void {
  const { db, now, master } = deps
  const findOwnFile = async (request: FastifyRequest) => {
    const { bucket, path } = readLocation(request)
    return requireFile(deps, await authenticateCaller(deps, request), bucket, path)
  }
  const openLinkedFile = async (request: FastifyRequest) => {
    const { bucket, path } = readLocation(request)
    const token = readQuery(request, 'token')
    if (!token) throw invalidToken('A link needs its token.')
    const link = openSignedUrl(master, token, { kind: 'read', bucket, path }, now())
    const file = await findFile(db, link.userId, bucket, path, now())
    if (!file) throw noSuchFile()
    return { file, ...link }
  }
  for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*'])
    app.route({
      ...uncompressed,
      url,
      handler: async (request, reply) => {
        const { userId, file } = await findOwnFile(request)
        return sendStoredFile(deps, userId, file, request, reply, readQuery(request, 'download'))
      },
    })
  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*'])
    app.get(url, hidden, async request => {
      const { userId, file } = await findOwnFile(request)
      return describeFile(deps, userId, file)
    })
  app.route({
    ...uncompressed,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const { userId, file, transform } = await openLinkedFile(request)
      if (transform) throw invalidToken('Invalid signature')
      return sendStoredFile(deps, userId, file, request, reply, readQuery(request, 'download'))
    },
  })
  app.get('/render/image/authenticated/:bucket/*', { ...hidden, compress: false }, async (request, reply) => {
    const { userId, file } = await findOwnFile(request)
    return sendPicture(deps, userId, file, parseStorageInput(Transform, request.query), reply)
  })
  app.get('/render/image/sign/:bucket/*', { ...hidden, compress: false }, async (request, reply) => {
    const { userId, file, transform } = await openLinkedFile(request)
    return sendPicture(deps, userId, file, transform ?? {}, reply, readQuery(request, 'download'))
  })
}

async function sendPicture(
  deps: StorageDeps,
  userId: string,
  file: StoredFile,
  options: Transform,
  reply: FastifyReply,
  download?: string,
): Promise<FastifyReply> {
  if (file.bucket !== 'avatars') throw notEnabled('imageTransformation')
  const bytes = Buffer.concat(await Array.fromAsync(await readFileBytes(deps, userId, file)))
  return reply.headers(downloadHeaders(file, download)).send(await deps.images.transform(bytes, options))
}

/** Refuses what we do not offer: public files, a CDN cache, and other protocols. */
function refusedRoutes(app: FastifyInstance): void {
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
  const limitUpload = openUploadLimiter()
  // Stores bytes as sent, whatever their content encoding.
  const raw = { ...hidden, decompress: false as const }
  const put = async (request: FastifyRequest, mayReplace: boolean) => {
    const { bucket, path } = readLocation(request)
    const { userId } = requireOwnPath(await authenticateCaller(deps, request), path)
    if (request.method === 'PUT') await requireFile(deps, userId, bucket, path)
    await deps.keys.contentKeyOf(deps.db, userId)
    const { id } = await upload(request, userId, { bucket, path, mayReplace })
    return { Id: id, Key: `${bucket}/${path}` }
  }
  const upload = (request: FastifyRequest, userId: string, target: { bucket: FileBucket; path: string; mayReplace: boolean }) =>
    limitUpload(userId, () =>
      receiveUpload(request, maxBytesFor(deps.limits, target.bucket), expiryFor(deps, target.bucket), file =>
        acceptFile(deps, userId, target, file),
      ),
    )
  app.post('/object/:bucket/*', raw, request => put(request, request.headers['x-upsert'] === 'true'))
  app.put('/object/:bucket/*', raw, request => put(request, true))
  app.put('/object/upload/sign/:bucket/*', raw, async request => {
    const { bucket, path } = readLocation(request)
    const link = openSignedUrl(deps.master, readQuery(request, 'token') ?? '', { kind: 'write', bucket, path }, deps.now())
    const { id } = await upload(request, link.userId, { bucket, path, mayReplace: link.replaces ?? false })
    return { Id: id, Key: `${bucket}/${path}` }
  })
}

// The URL's own bound, which Node sets, is the longest that either can be.
const Part = z.string().check(z.maxLength(16_384))
const Named = z.object({ bucket: Part, '*': z._default(Part, '') })

function readLocation(request: FastifyRequest): { bucket: FileBucket; path: string } {
  const { bucket, '*': path } = Named.parse(request.params)
  return { bucket: parseBucket(bucket), path }
}

const Query = z.record(z.string(), z.unknown())

function readQuery(request: FastifyRequest, name: string): string | undefined {
  const value = Query.parse(request.query)[name]
  return typeof value === 'string' ? value : undefined
}
