// Reads, saves and removes the signed-in person's profile picture through the official client.
import type { SupabaseClient } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { callAuth } from '../../auth/auth-calls.ts'
import { useAuth } from '../../session/session.tsx'

/** Why a picture could not be saved. */
export interface PictureFailure {
  reason: 'wrongType' | 'tooLarge' | 'unreadable' | 'tooMany' | 'unreachable'
  /** The size limit, if known. */
  maxBytes: number | null
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The picture as a data URL; null if there is none or it cannot be read. */
export function useAvatar(): string | null {
  const { user } = useAuth()
  const stored: unknown = user?.user_metadata['avatar_path']
  const path = typeof stored === 'string' && stored !== '' ? stored : null
  const { data } = useQuery({
    queryKey: ['avatar', path],
    queryFn: () => (path === null ? null : readPicture(path)),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return path === null ? null : (data ?? null)
}

/** Uploads the picture, makes it current, and deletes the earlier ones; null on success. */
export async function savePicture(userId: string, file: File): Promise<PictureFailure | null> {
  if (!pictureTypes.includes(file.type)) return { reason: 'wrongType', maxBytes: null }
  try {
    const files = await openFiles()
    const mostBytes = await readLimit()
    if (mostBytes !== null && file.size > mostBytes) return { reason: 'tooLarge', maxBytes: mostBytes }
    const path = `${userId}/${crypto.randomUUID()}`
    const { error } = await files.upload(path, file)
    if (error) return { reason: failureReason(error), maxBytes: mostBytes }
    if (await setAvatarPath(path)) {
      await files.remove([path])
      return unreachable
    }
    await deleteOtherFiles(files, userId, path)
    return null
  } catch (error) {
    console.error(error)
    return unreachable
  }
}

export async function removePicture(userId: string): Promise<PictureFailure | null> {
  if (await setAvatarPath(null)) return unreachable
  try {
    await deleteOtherFiles(await openFiles(), userId, null)
  } catch (error) {
    // The picture is no longer shown; leftover files are deleted with the next upload.
    console.error(error)
  }
  return null
}

const unreachable: PictureFailure = { reason: 'unreachable', maxBytes: null }

const setAvatarPath = (path: string | null) => callAuth(client => client.auth.updateUser({ data: { avatar_path: path } }))

type Files = ReturnType<SupabaseClient['storage']['from']>

const openFiles = async (): Promise<Files> => (await openClient()).storage.from('avatars')

/** Loaded on demand, since most people have no picture. */
const openClient = async (): Promise<SupabaseClient> => (await import('../../auth/full-client.ts')).openFullClient()

/** The size limit in bytes; null if the service names none. */
async function readLimit(): Promise<number | null> {
  const { data } = await (await openClient()).storage.getBucket('avatars')
  return data?.file_size_limit ?? null
}

async function deleteOtherFiles(files: Files, userId: string, currentPath: string | null): Promise<void> {
  const { data } = await files.list(userId)
  const others = (data ?? []).map(file => `${userId}/${file.name}`).filter(path => path !== currentPath)
  if (others.length > 0) await files.remove(others)
}

async function readPicture(path: string): Promise<string | null> {
  const { data, error } = await (await openFiles()).download(path)
  if (error) {
    console.error(error)
    return null
  }
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read.'))
    reader.readAsDataURL(data)
  })
}

/** The storage API reports the outcome as a status code in the response body. */
function failureReason(error: unknown): PictureFailure['reason'] {
  console.error(error)
  const statusCode = typeof error === 'object' && error !== null && 'statusCode' in error ? String(error.statusCode) : ''
  return reasons[statusCode] ?? 'unreachable'
}

const reasons: Record<string, PictureFailure['reason']> = {
  '400': 'unreadable',
  '413': 'tooLarge',
  '415': 'wrongType',
  '429': 'tooMany',
  '503': 'tooMany',
}
