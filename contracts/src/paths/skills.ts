export const showSkills = 'GET /api/organizations/{organization_id}/employees/{employee_id}/skills'
export const setSkillsFolder = 'PUT /api/organizations/{organization_id}/employees/{employee_id}/skills'
