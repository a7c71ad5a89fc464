// What lies over the signed-in area and is fetched when it is first opened: the palette, the sheet of keys, what needs the person, the rest.
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { type Screen, screen } from '../../screen.tsx'
import { useLanguage } from '../../words.tsx'
import { useKeys } from './keys/useKeys.ts'
import { OverContext, type Part } from './opened.ts'

const parts: Record<Part, Screen> = {
  palette: screen(['palette', 'shell', 'pages'], async () => (await import('./palette/Palette.tsx')).Palette),
  sheet: screen(['shortcuts'], async () => (await import('./keys/KeySheet.tsx')).KeySheet),
  notifications: screen(['notifications'], async () => (await import('./notifications/Notifications.tsx')).Notifications),
  pause: screen(['pause'], async () => (await import('./pause/PauseDialog.tsx')).PauseDialog),
}

export function OverProvider({ children }: { children: ReactNode }) {
  const [part, open] = useState<Part | null>(null)
  const language = useLanguage()
  useKeys(open, part !== null)
  const over = useMemo(() => {
    const fetchAhead = (one: Part) => void parts[one].load(language).catch(() => {})
    return { part, open, fetchAhead }
  }, [part, language])
  return (
    <OverContext value={over}>
      {children}
      <Opened part={part} />
    </OverContext>
  )
}

/** Once opened a part stays, so that it can close in its own time and give the focus back. */
function Opened({ part }: { part: Part | null }) {
  const [seen, setSeen] = useState<readonly Part[]>([])
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
