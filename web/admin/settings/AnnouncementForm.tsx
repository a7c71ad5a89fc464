// The form of one announcement.
import { noticeAudiences, noticeLevels, type ServiceAnnouncement } from '../../../core/settings/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { SelectInput, TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { toIso, toLocal } from './local-time.ts'

interface AnnouncementFormProps {
  announcement: ServiceAnnouncement
  title: string
  hasTried: boolean
  onChange(announcement: ServiceAnnouncement): void
  onRemove(): void
}

export function AnnouncementForm({ announcement, title, hasTried, onChange, onRemove }: AnnouncementFormProps) {
  const t = useWords('adminsettings')
  const { texts, level, audience, from, until } = announcement
  const set = (changed: Partial<ServiceAnnouncement>) => onChange({ ...announcement, ...changed })
  const times = { from, until }
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-line pt-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3>{title}</h3>
        <Button look="bare" small onClick={onRemove}>
          {t('announcement.remove')}
        </Button>
      </div>
      {(['en', 'es', 'ar'] as const).map(language => (
        <Field
          key={language}
          label={t(`announcement.${language}`)}
          error={language === 'en' && hasTried && !texts.en.trim() ? t('announcement.missing') : undefined}
        >
          <TextInput
            lang={language}
            dir="auto"
            maxLength={500}
            value={texts[language] ?? ''}
            onChange={event => set({ texts: { ...texts, [language]: event.target.value } })}
          />
        </Field>
      ))}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
        <Field label={t('announcement.level')}>
          <SelectInput value={level} onChange={event => set({ level: noticeLevels.find(one => one === event.target.value) ?? level })}>
            {noticeLevels.map(one => (
              <option key={one} value={one}>
                {t(`level.${one}`)}
              </option>
            ))}
          </SelectInput>
        </Field>
        <Field label={t('announcement.audience')}>
          <SelectInput
            value={audience}
            onChange={event => set({ audience: noticeAudiences.find(one => one === event.target.value) ?? audience })}
          >
            {noticeAudiences.map(one => (
              <option key={one} value={one}>
                {t(`audience.${one}`)}
              </option>
            ))}
          </SelectInput>
        </Field>
        {(['from', 'until'] as const).map(side => (
          <Field key={side} label={t(`announcement.${side}`)}>
            <TextInput type="datetime-local" value={toLocal(times[side])} onChange={event => set({ [side]: toIso(event.target.value) })} />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
