// Reads, saves and removes the signed-in person's profile picture through the official client.
import type { SupabaseClient } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { callAuth } from '../../auth/auth-calls.ts'
import { useAuth } from '../../session/session.tsx'

/** Why a picture was not taken. */
export interface NotTaken {
  reason: 'wrongType' | 'tooLarge' | 'unreadable' | 'tooMany' | 'unreachable'
  /** How large it may be. */
  mostBytes: number | null
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Its data URL; null where there is none, or it cannot be read. */
export function useAvatar(): string | null {
  const { user } = useAuth()
  const named: unknown = user?.user_metadata['avatar_path']
  const path = typeof named === 'string' && named !== '' ? named : null
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
export async function savePicture(userId: string, file: File): Promise<NotTaken | null> {
  if (!pictureTypes.includes(file.type)) return { reason: 'wrongType', mostBytes: null }
  try {
    const files = await openFiles()
    const mostBytes = await readLimit()
    if (mostBytes !== null && file.size > mostBytes) return { reason: 'tooLarge', mostBytes }
    const path = `${userId}/${crypto.randomUUID()}`
    const { error } = await files.upload(path, file)
    if (error) return { reason: reasonOf(error), mostBytes }
    if (await show(path)) {
      await files.remove([path])
      return unreachable
    }
    await dropOthers(files, userId, path)
    return null
  } catch (error) {
    console.error(error)
    return unreachable
  }
}

export async function removePicture(userId: string): Promise<NotTaken | null> {
  if (await show(null)) return unreachable
  try {
    await dropOthers(await openFiles(), userId, null)
  } catch (error) {
    // It is no longer shown; leftovers are deleted with the next upload.
    console.error(error)
  }
  return null
}

const unreachable: NotTaken = { reason: 'unreachable', mostBytes: null }

const show = (path: string | null) => callAuth(client => client.auth.updateUser({ data: { avatar_path: path } }))

type Files = ReturnType<SupabaseClient['storage']['from']>

const openFiles = async (): Promise<Files> => (await openWhole()).storage.from('avatars')

/** Most people have no picture, and need nothing for it. */
const openWhole = async (): Promise<SupabaseClient> => (await import('../../auth/full-client.ts')).openFullClient()

/** In bytes; null if the service does not say. */
async function readLimit(): Promise<number | null> {
  const { data } = await (await openWhole()).storage.getBucket('avatars')
  return data?.file_size_limit ?? null
}

async function dropOthers(files: Files, userId: string, kept: string | null): Promise<void> {
  const { data } = await files.list(userId)
  const others = (data ?? []).map(file => `${userId}/${file.name}`).filter(path => path !== kept)
  if (others.length > 0) await files.remove(others)
}

async function readPicture(path: string): Promise<string | null> {
  const { data, error } = await (await openFiles()).download(path)
  if (error) {
    console.error(error)
    return null
  }
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => fail(reader.error ?? new Error('The picture cannot be read.'))
    reader.readAsDataURL(data)
  })
}

/** The storage API reports the outcome as a status code in the response body. */
function reasonOf(error: unknown): NotTaken['reason'] {
  console.error(error)
  const told = typeof error === 'object' && error !== null && 'statusCode' in error ? String(error.statusCode) : ''
  return reasons[told] ?? 'unreachable'
}

const reasons: Record<string, NotTaken['reason']> = {
  '400': 'unreadable',
  '413': 'tooLarge',
  '415': 'wrongType',
  '429': 'tooMany',
  '503': 'tooMany',
}
