// Light, dark or as the system has it: kept in this browser, and changed at once.
import { useTheme } from 'next-themes'
import { Card } from '../../ui/Card.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useWords } from '../../words.tsx'

const themes = ['light', 'dark', 'system'] as const

export function LookCard() {
  const t = useWords('settings')
  const { theme, setTheme } = useTheme()
  const chosen = themes.find(one => one === theme) ?? 'system'
  return (
    <Card>
      <h2>{t('look')}</h2>
      <p className="text-ink-2">{t('look.text')}</p>
      <Segmented label={t('look')} value={chosen} onChange={setTheme} parts={themes.map(value => ({ value, word: t(`look.${value}`) }))} />
    </Card>
  )
}
