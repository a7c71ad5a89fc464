// The dialogs of the signed-in area, loaded when first opened: palette, shortcuts, notifications, pause.
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { type Screen, screen } from '../../navigation/screen.tsx'
import { useLanguage } from '../../words/words.tsx'
import { useKeys } from './keys/useKeys.ts'
import { type ShellDialog, ShellDialogsContext } from './shell-dialogs.ts'

const parts: Record<ShellDialog, Screen> = {
  palette: screen(['palette', 'shell', 'pages'], async () => (await import('./palette/Palette.tsx')).Palette),
  sheet: screen(['shortcuts'], async () => (await import('./keys/KeySheet.tsx')).KeySheet),
  notifications: screen(['notifications'], async () => (await import('./notifications/Notifications.tsx')).Notifications),
  pause: screen(['pause'], async () => (await import('./pause/PauseDialog.tsx')).PauseDialog),
}

export function ShellDialogsProvider({ children }: { children: ReactNode }) {
  const [part, open] = useState<ShellDialog | null>(null)
  const language = useLanguage()
  useKeys(open, part !== null)
  const over = useMemo(() => {
    const fetchAhead = (one: ShellDialog) => void parts[one].load(language).catch(() => {})
    return { part, open, fetchAhead }
  }, [part, language])
  return (
    <ShellDialogsContext value={over}>
      {children}
      <Opened part={part} />
    </ShellDialogsContext>
  )
}

/** Once opened, a dialog stays mounted, so that it can animate out and restore the focus. */
function Opened({ part }: { part: ShellDialog | null }) {
  const [seen, setSeen] = useState<readonly ShellDialog[]>([])
  if (part && !seen.includes(part)) setSeen([...seen, part])
  return seen.map(one => {
    const { View } = parts[one]
    return (
      <Suspense key={one} fallback={null}>
        <View />
      </Suspense>
    )
  })
}
