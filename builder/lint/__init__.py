"""An audit of any module, ours or a stranger's: findings with stable codes and remedies."""

from builder.lint.audit import Audit, audit, audit_with
from builder.lint.codes import CODES, Code, Severity
from builder.lint.findings import Finding

__all__ = ["CODES", "Audit", "Code", "Finding", "Severity", "audit", "audit_with"]
