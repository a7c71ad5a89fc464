// The page /help/whatsapp-setup.
import guide from '../../core/words/en/guides/whatsapp-setup.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideWhatsappSetup = () => <GuidePage name="guideWhatsappSetup" guide={guide} />
