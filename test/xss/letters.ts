// What stands for an attack in hostile mails: X runs, R is elsewhere.
export const X = 'alert(1)'
export const R = 'http://away.example'
