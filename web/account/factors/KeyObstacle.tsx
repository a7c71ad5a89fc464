// What keeps this browser from using passkeys here, in place of what would need them.
import type { ReactNode } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { obstacleOf } from './passkey.ts'

export function KeyObstacle({ children }: { children: ReactNode }) {
  const t = useWords('account')
  const publicUrl = useConfig()?.publicUrl
  if (!publicUrl) return null
  const obstacle = obstacleOf(publicUrl)
  return obstacle ? <Note kind="warn">{t(`passkey.${obstacle}`, { url: publicUrl })}</Note> : children
}
