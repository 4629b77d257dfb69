/** What the demo model has ready for the examples that the portal offers. */

export const draftReply = {
  en: `Dear customer,

thank you for writing to us, and I am sorry that this went wrong. I have looked into it and we will put it right: you will hear from us by tomorrow with a solution that works for you.

If anything is missing, just reply to this message.

Kind regards`,
  ru: `Здравствуйте!

Спасибо, что написали нам. Нам очень жаль, что так вышло. Мы уже разбираемся и до завтра предложим решение, которое вас устроит.

Если мы что-то упустили, просто ответьте на это письмо.

С уважением`,
}

export const weekPlan = {
  en: `| Day | Focus | Keep free |
|---|---|---|
| Monday | Plan the week, answer what is urgent | the last hour |
| Tuesday | The hardest task, in the morning | |
| Wednesday | Meetings and calls | lunch |
| Thursday | Finish what was begun | |
| Friday | Review, write down what comes next | the afternoon |

A real model would fit this to your calendar and your goals: tell it what they are.`,
  ru: `| День | Главное | Оставить свободным |
|---|---|---|
| Понедельник | План недели, срочные ответы | последний час |
| Вторник | Самое трудное, с утра | |
| Среда | Встречи и звонки | обед |
| Четверг | Закончить начатое | |
| Пятница | Итоги и что дальше | вторая половина дня |

Настоящая модель учтёт ваш календарь и цели: расскажите ей о них.`,
}

export const newcomerChecklist = {
  en: {
    name: 'Checklist for a new colleague',
    content: `# Checklist for a new colleague

- [ ] Set up accounts and access
- [ ] Meet the team
- [ ] Read the most important documents
- [ ] Agree on goals for the first month
- [ ] Talk about how it went after two weeks
`,
  },
  ru: {
    name: 'Памятка для нового коллеги',
    content: `# Памятка для нового коллеги

- [ ] Получить учётные записи и доступы
- [ ] Познакомиться с командой
- [ ] Прочитать главные документы
- [ ] Договориться о целях на первый месяц
- [ ] Через две недели обсудить, как идут дела
`,
  },
}
