// The language of the screens, our mails and the phone; it is changed at once.
import type { Settings } from '../../../core/api/settings.ts'
import { type Language, languages } from '../../../core/words/languages.ts'
import { chooseLanguage } from '../../language.ts'
import { Card } from '../../ui/Card.tsx'
import { useExplain } from '../../ui/failure.ts'
import { ownName } from '../../ui/LanguageChoice.tsx'
import { Pick } from '../../ui/Pick.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useChangeSettings } from './settings.ts'

export function LanguageCard({ settings }: { settings: Settings }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const choose = (language: Language) =>
    change.mutate(
      { language },
      { onSuccess: () => (toast.success(t('saved')), void chooseLanguage(language)), onError: error => toast.error(explain(error)) },
    )
  return (
    <Card>
      <h2>{t('language')}</h2>
      <p className="text-ink-2">{t('language.text')}</p>
      <p>
        {t('language.label')}{' '}
        <Pick label={t('language')} value={settings.language} options={choices} onChange={choose} disabled={change.isPending} />
      </p>
    </Card>
  )
}

const choices = languages.map(value => ({ value, word: ownName(value) }))
