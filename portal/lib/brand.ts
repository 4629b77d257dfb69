export const brand = 'Alongside'
