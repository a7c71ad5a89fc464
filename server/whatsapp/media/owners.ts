// SQL for files that Meta already has, found by content: the same file is uploaded once for everyone.
import type { Db } from '../../foundation/db/pool.ts'

export interface UploadKey {
  numberId: string
  contentHash: Buffer
  mimeType: string
}

/** Null if it was not uploaded since `since`. */
export async function findUpload(db: Db, key: UploadKey, since: Date): Promise<string | null> {
  const row = await db
    .selectFrom('media_uploads')
    .select('media_id')
    .where('number_id', '=', key.numberId)
    .where('content_hash', '=', key.contentHash)
    .where('mime_type', '=', key.mimeType)
    .where('uploaded_at', '>', since)
    .executeTakeFirst()
  return row?.media_id ?? null
}

/** Replaces an older upload of the same file. */
export async function saveUpload(db: Db, { numberId, contentHash, mimeType }: UploadKey, mediaId: string, at: Date): Promise<void> {
  const upload = { media_id: mediaId, uploaded_at: at }
  await db
    .insertInto('media_uploads')
    .values({ number_id: numberId, content_hash: contentHash, mime_type: mimeType, ...upload })
    .onConflict(conflict => conflict.columns(['number_id', 'content_hash', 'mime_type']).doUpdateSet(upload))
    .execute()
}

/** Deletes uploads that Meta no longer has; returns how many. */
export async function sweepUploads(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('media_uploads').where('uploaded_at', '<=', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
