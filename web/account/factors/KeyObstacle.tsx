// Explains why this browser cannot use passkeys here.
import type { ReactNode } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import { passkeyObstacle } from './passkey.ts'

export function KeyObstacle({ children }: { children: ReactNode }) {
  const t = useWords('account')
  const publicUrl = useConfig()?.publicUrl
  if (!publicUrl) return null
  const obstacle = passkeyObstacle(publicUrl)
  return obstacle ? <Note kind="warn">{t(`passkey.${obstacle}`, { url: publicUrl })}</Note> : children
}
