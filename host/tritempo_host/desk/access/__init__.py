"""Who may do what at the desk: roles, codes, sessions, and what stands between a request and a page.

A page says with `needs` which role it asks for; all else here works by itself once `secure` was called.
"""

from tritempo_host.desk.access.access import Access, WrongCodeError
from tritempo_host.desk.access.csrf import csrf_field, csrf_of
from tritempo_host.desk.access.guard import Denied, check_routes, form_of, local_path, needs, roles_of, stated
from tritempo_host.desk.access.hosts import base_url, start_links
from tritempo_host.desk.access.lent_codes import Lent, Made, Meaning
from tritempo_host.desk.access.limits import MustWaitError, network_of
from tritempo_host.desk.access.qr import qr
from tritempo_host.desk.access.roles import LENT, Role, name_of_role
from tritempo_host.desk.access.secure import secure
from tritempo_host.desk.access.sessions import Session, name_from, role_in, session_of, visit_of
from tritempo_host.desk.access.stored_sessions import NameTakenError, Present

__all__ = [
    "LENT",
    "Access",
    "Denied",
    "Lent",
    "Made",
    "Meaning",
    "MustWaitError",
    "NameTakenError",
    "Present",
    "Role",
    "Session",
    "WrongCodeError",
    "base_url",
    "check_routes",
    "csrf_field",
    "csrf_of",
    "form_of",
    "local_path",
    "name_from",
    "name_of_role",
    "needs",
    "network_of",
    "qr",
    "role_in",
    "roles_of",
    "secure",
    "session_of",
    "start_links",
    "stated",
    "visit_of",
]
