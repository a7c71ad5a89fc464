// Chooses the theme, light, dark or system; stored in this browser and applied at once.
import { useTheme } from 'next-themes'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'

const themes = ['light', 'dark', 'system'] as const

export function ThemeCard() {
  const t = useWords('settings')
  const { theme, setTheme } = useTheme()
  const chosen = themes.find(option => option === theme) ?? 'system'
  return (
    <Card>
      <h2>{t('look')}</h2>
      <p className="text-ink-2">{t('look.text')}</p>
      <Segmented label={t('look')} value={chosen} onChange={setTheme} parts={themes.map(value => ({ value, label: t(`look.${value}`) }))} />
    </Card>
  )
}
