// The twelve sample emails of the demo; every person, address and amount in them is made up.
export interface SampleMessage {
  from: string
  subject: string
  text: string
  attachment?: { filename: string; contentType: string; content: string }
}

export const sampleMessages: SampleMessage[] = [
  {
    from: 'Harbor Bank <alerts@harborbank.example>',
    subject: 'Your sign-in code is 482 913',
    text: 'Use this code to sign in: 482 913\n\nIt works for ten minutes. We never ask for it by phone.',
  },
  {
    from: 'Kesi Print Works <billing@kesiprint.example>',
    subject: 'Invoice INV-2291, due 4 December',
    text: 'Hello Maya,\n\nplease find invoice INV-2291 for 640.00 attached. It is due on 4 December.\n\nThank you,\nKesi Print Works',
    attachment: { filename: 'INV-2291.pdf', contentType: 'application/pdf', content: '%PDF-1.4 an example' },
  },
  {
    from: 'Palm Court Lettings <office@palmcourt.example>',
    subject: 'Rent receipt for November',
    text: 'Hello Maya,\n\nthank you, the rent for flat 4B has arrived. The lift will be serviced on Tuesday between 9 and 12.',
    attachment: { filename: 'receipt-nov.txt', contentType: 'text/plain', content: 'Received with thanks: rent, flat 4B, November.' },
  },
  {
    from: 'Greenfield School <office@greenfield-school.example>',
    subject: 'Sports day moved to Friday',
    text: 'Dear parents,\n\nbecause of the weather forecast sports day moves from Thursday to Friday, 9:00, on the lower field. Please pack water and a hat.',
  },
  {
    from: 'Harbor Bank News <news@harborbank.example>',
    subject: 'Five ways to save this winter',
    text: 'Our newsletter with five ways to save this winter. Read it on our site.\n\nYou get this mail as a customer.',
  },
  {
    from: 'FreshCart <hello@freshcart.example>',
    subject: 'Your basket is waiting',
    text: 'You left something in your basket. Come back and get it, delivery is free this week.',
  },
  {
    from: 'Tomás Rivera <tomas@rivera-builders.example>',
    subject: 'Photos from the site visit',
    text: 'Hi Maya,\n\nthe photos from today are on the shared drive. The north wall is dry. I need your yes for the windows until Monday.\n\nTomás',
  },
  {
    from: 'Duka Online <orders@duka.example>',
    subject: 'New order #5512: 3 items',
    text: 'A new order came in.\n\nOrder #5512\n3 items, 84.50\nShip until Wednesday.',
  },
  {
    from: 'Weekly Reader <digest@weekly-reader.example>',
    subject: 'This week: twelve long reads',
    text: 'Twelve long reads that our editors liked this week.',
  },
  {
    from: 'Parcel Post <tracking@parcelpost.example>',
    subject: 'Your parcel arrives between 15:00 and 17:00',
    text: 'Parcel 00340 434 is out for delivery and arrives today between 15:00 and 17:00.',
  },
  {
    from: 'Mwangi Transport <accounts@mwangi-transport.example>',
    subject: 'Invoice for 12 November',
    text: 'Dear Maya,\n\nour invoice for the transport on 12 November: 210.00, payable within 14 days.\n\nMwangi Transport',
  },
  {
    from: 'Greenfield School <office@greenfield-school.example>',
    subject: 'Lunch menu for next week',
    text: 'Dear parents,\n\nthe lunch menu for next week is on the notice board and on our site.',
  },
]
